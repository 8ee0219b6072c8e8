"""Bring the catalogues of translations up to date, or check that they are.

    python scripts/translations.py            extract texts, merge them, compile the catalogues
    python scripts/translations.py --check    exit 1 if a text is missing or not translated

Texts are the arguments of ``_``, ``N_``, ``later`` and ``ngettext`` in the package and its page
template, the help of every command, and what the TOML files say about rulesets and betting
systems.  A text that is new gets an empty translation, which the check names.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "pokersim"
FOLDER = PACKAGE / "locale"
METHODS = [("**.py", "python"), ("**.j2", "jinja2")]
KEYWORDS = {"_": None, "N_": None, "later": None, "gettext": None, "ngettext": (1, 2)}


RULES_TEXTS = ("about", "source")
"""What files of rulesets and betting systems say in English."""


def main() -> int:
    """Update or check every catalogue; return the exit code."""
    parser = argparse.ArgumentParser(description="Update or check the translations.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if outdated")
    check = parser.parse_args().check
    template, failed = extracted(), False
    for path in sorted(FOLDER.glob("*/LC_MESSAGES/pokersim.po")):
        catalogue = updated(path, template)
        problems = list(missing(catalogue))
        po, mo = po_bytes(catalogue), mo_bytes(catalogue)
        binary = path.with_suffix(".mo")
        if check:
            if path.read_bytes() != po or not binary.exists() or binary.read_bytes() != mo:
                problems.append("the catalogue is outdated; run: python scripts/translations.py")
        else:
            path.write_bytes(po)
            binary.write_bytes(mo)
        for problem in problems:
            print(f"{path.relative_to(ROOT)}: {problem}")
        failed = failed or bool(problems)
    return int(failed)


def extracted() -> Catalog:
    """Return a catalogue of all texts of the package, none translated."""
    sys.path.insert(0, str(ROOT))  # the commands of this checkout, whatever is installed
    from pokersim.cli.main import cli
    from pokersim.cli.shared.help import commands_of, help_texts

    catalogue = Catalog()
    options = {pattern: {"encoding": "utf-8"} for pattern, _ in METHODS}
    found = extract_from_dir(str(PACKAGE), METHODS, options, keywords=KEYWORDS)
    for name, _, message, _, context in sorted(found, key=lambda each: (each[0], each[1])):
        catalogue.add(message, locations=[(name, 0)], context=context)
    for command in commands_of(cli):
        module = getattr(command.callback, "__module__", "").removeprefix("pokersim.")
        for text in help_texts(command):
            if text not in catalogue:  # options that many commands share stand at the first
                catalogue.add(text, locations=[(f"{module.replace('.', '/')}.py", 0)])
    for path in sorted(PACKAGE.rglob("*.toml")):
        table = tomllib.loads(path.read_text("utf-8"))
        for text in filter(None, map(table.get, RULES_TEXTS)):
            catalogue.add(text, locations=[(path.relative_to(PACKAGE).as_posix(), 0)])
    return catalogue


def updated(path: Path, template: Catalog) -> Catalog:
    """Return a catalogue with the texts of the template and the translations of a file."""
    with path.open("rb") as file:
        old = read_po(file, locale=path.parent.parent.name)
    fresh = Catalog(
        locale=old.locale,
        header_comment=old.header_comment,
        project="pokersim",
        msgid_bugs_address="the issues of the project",
        language_team="pokersim",
        charset="utf-8",
        fuzzy=False,
    )
    for message in template:
        if message.id:
            known = old.get(message.id)
            fresh.add(
                message.id,
                known.string if known is not None else None,
                locations=sorted(set(message.locations)),
            )
    return fresh


def missing(catalogue: Catalog) -> Iterator[str]:
    """Say which texts are not translated, or lack fields of the English text."""
    for message in catalogue:
        if not message.id:
            continue
        strings = forms(message.string)
        if not all(strings):
            yield f"not translated: {message.id!r}"
        elif not set(map(fields_of, strings)) <= set(map(fields_of, forms(message.id))):
            yield f"other fields in the translation: {message.id!r}"


def forms(text: object) -> list[str]:
    """Return the singular and the plural forms of a text, or the text alone."""
    return [str(form or "") for form in (text if isinstance(text, tuple | list) else [text])]


def fields_of(text: str) -> frozenset[str]:
    """Return the names of the fields of a text."""
    return frozenset(field for _, field, _, _ in Formatter().parse(text) if field is not None)


def po_bytes(catalogue: Catalog) -> bytes:
    """Return a catalogue as the text of a file, the same from the same texts on any day."""
    stream = BytesIO()
    write_po(stream, catalogue, width=96, sort_by_file=True, include_lineno=False)
    lines = stream.getvalue().decode().splitlines(keepends=True)
    dated = ("POT-Creation-Date", "PO-Revision-Date", "Last-Translator", "Generated-By")
    return "".join(
        line for line in lines if not line.startswith(tuple(f'"{d}' for d in dated))
    ).encode()


def mo_bytes(catalogue: Catalog) -> bytes:
    """Return a compiled catalogue, with no date in it."""
    stream = BytesIO()
    write_mo(stream, read_po(BytesIO(po_bytes(catalogue)), locale=catalogue.locale))
    return stream.getvalue()


if __name__ == "__main__":
    sys.exit(main())

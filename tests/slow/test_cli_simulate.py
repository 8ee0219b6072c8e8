"""``pokersim simulate`` in a process that a signal stops while its bar shows how it goes."""

import json
import signal

import pytest

from pokersim.studies.simulate.showdown_job import CHUNK_DEALS
from support.commands import document, interrupted

pytestmark = pytest.mark.usefixtures("own_folder")


def test_an_interrupt_keeps_and_prints_what_was_counted() -> None:
    args = ["simulate", "-n", "1e12", "--seed", "7", "-f", "json"]
    code, out, shown = interrupted(signal.SIGINT, args)
    assert code == 130
    assert shown.strip().endswith("Interrupted")
    found = json.loads(out)
    deals = found["meta"]["deals"]
    assert found["meta"]["interrupted"] is True
    assert deals > 0
    assert deals % CHUNK_DEALS == 0
    whole = document(["simulate", "-n", str(deals), "--seed", "7", "--no-store"])
    assert found["rows"] == whole["rows"]

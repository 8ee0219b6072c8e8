"""Transcripts of hands: golden ones, and the table of their texts."""

import re
from pathlib import Path

import pytest

from pokersim.constants import LANGUAGES
from pokersim.games.spec import betting_names
from support.commands import UPDATE_GOLDEN, run_here
from support.scenes import GOLDEN, SCENES

IN_RUSSIAN = ("five-card-stud", "jackpots")


@pytest.fixture(autouse=True)
def no_options_file(own_folder: Path) -> None:
    """Work in a folder without a file of options."""


def golden(name: str, text: str) -> str:
    path = GOLDEN / name
    if UPDATE_GOLDEN:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return path.read_text("utf-8")


# --- golden transcripts --------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCENES)
def test_the_transcript_is_the_golden_one(name: str) -> None:
    text = SCENES[name].told()
    assert text == golden(f"{name}.txt", text)


@pytest.mark.parametrize("name", IN_RUSSIAN)
def test_the_russian_transcript_is_the_golden_one(name: str) -> None:
    text = SCENES[name].told("--lang", "ru")
    assert text == golden(f"{name}.ru.txt", text)


def test_every_betting_system_has_a_golden_transcript() -> None:
    assert set(betting_names()) <= set(SCENES)
    assert {path.name for path in GOLDEN.iterdir()} == {
        *(f"{name}.txt" for name in SCENES),
        *(f"{name}.ru.txt" for name in IN_RUSSIAN),
    }


@pytest.mark.parametrize("name", SCENES)
def test_both_languages_have_the_same_lines_numbers_and_cards(name: str) -> None:
    texts = [SCENES[name].told("--lang", language).splitlines() for language in LANGUAGES]
    figures = [[sorted(re.findall(r"\d+|\b[2-9TJQKA][cdhs]\b", x)) for x in text] for text in texts]
    assert figures[0] == figures[1]


def test_markdown_has_the_same_lines_as_a_list() -> None:
    scene = SCENES["blind-opening"]
    lines = scene.told().splitlines()
    expected = [re.sub(r"^  ", "- ", re.sub(r"^(?=\w)", "## ", line)) for line in lines]
    listed = [line for line in scene.told("-f", "markdown").splitlines() if line]
    assert listed == [line for line in expected if line]


# --- what the scenes do not show -----------------------------------------------------------------


def printed(*args: str) -> str:
    done = run_here(["deal", "--seed", "1", *args])
    assert (done.code, done.err) == (0, "")
    return done.out


def test_a_common_card_is_printed_and_is_no_players_up_card() -> None:
    play = ", ".join(["bet", *["call"] * 10, *["check"] * 33])
    text = printed("--betting", "five-card-stud", "--players", "11", "--actions", play)
    last = text.partition("\n\nFourth up card\n")[2].partition("\n\n")[0].splitlines()
    assert last[0] == "  Common card, for all: Tc"
    assert last[1:3] == [
        '  Dealer: "possible flush" (Seat 11 (dealer))',
        '  Dealer: "three tens bet" (Seat 2)',
    ]
    assert "  Seat 7 turns 8d: Kc Tc 8d 6c 4d, High Card\n" in text


def test_folded_cards_may_be_mucked() -> None:
    play = ["--betting", "five-card-stud", "--players", "2", "--actions", "bet, fold"]
    assert "Seat 2 (dealer) folds and turns up 8s\n" in printed(*play)
    assert "Seat 2 (dealer) folds\n" in printed(*play, "--set", "folded-cards=mucked")


def test_a_new_stock_is_printed_when_it_is_made() -> None:
    text = printed("--betting", "pass-and-back", "--players", "10", "--policy", "maniac")
    line = re.search(r"The stock is empty; the cards thrown, (\d+), are shuffled", text)
    assert line is not None
    before = text[: line.start()].partition("\n\nThe draw\n")[2]
    assert "throws" in before


def test_a_pot_that_stays_is_printed_in_both_hands() -> None:
    text = printed("--players", "3", "--hands", "2", "--actions", ",".join(["check"] * 6))
    assert text.count("Nobody opens; the pot, 3, stays for the next deal") == 1
    assert "Left in the pot by the last deal: 3\n  Everybody antes 1\n  Pot: 6" in text
    assert "Nobody opens; the pot, 6, stays" in text


def test_a_stud_round_without_a_bet_may_end_the_deal() -> None:
    play = ["--betting", "five-card-stud", "--players", "2", "--set", "passed-on=any-round"]
    text = printed(*play, "--actions", "bet, call, check, check")
    assert "Nobody bets; the pot, 2, stays for the next deal" in text


def test_an_empty_pot_is_printed() -> None:
    text = printed(
        "--players",
        "2",
        "--ante",
        "none",
        "--set",
        "passed-on=never",
        "--actions",
        "check, check, stand, stand, check, check",
    )
    end = text.partition("\n\nShowdown\n")[2]
    assert end.splitlines()[2:] == ["  There is nothing in the pot", "  Chips by seat: 100, 100"]
    bets = ["--betting", "pass-and-out", "--players", "2", "--ante", "none"]
    end = printed(*bets, "--actions", "fold").partition("\n\nThe end\n")[2]
    assert "There is nothing in the pot" in end


def test_antes_that_differ_are_printed_one_by_one() -> None:
    text = printed("--ante", "each:2", "--stack", "1,9", "--actions", "")
    assert "  Seat 1 antes 1, and is all in\n  Seat 2 (dealer) antes 2\n  Pot: 3\n" in text

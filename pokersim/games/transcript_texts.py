"""What a dealer says: the texts of the transcript, by what happens.

They are in the words of English books, and their translations in those of the Russian ones.
``{seat}`` is a seat as ``seat`` writes it, the other fields are numbers and cards.
"""

from pokersim.language import N_

TEXTS = {
    "seat": N_("Seat {number}"),
    "dealer": N_("Seat {number} (dealer)"),
    # headings
    "hand": N_("Hand {number}: {title}"),
    "deal": N_("The deal"),
    "before-draw": N_("Before the draw"),
    "draw": N_("The draw"),
    "after-draw": N_("After the draw"),
    "first-up": N_("First up card"),
    "second-up": N_("Second up card"),
    "third-up": N_("Third up card"),
    "fourth-up": N_("Fourth up card"),
    "showdown": N_("Showdown"),
    "end": N_("The end"),
    "turn": N_("To act"),
    # chips
    "chips": N_("Chips by seat: {chips}"),
    "chips-of": N_("{chips} (player {player})"),
    "share": N_("{amount} to {seat}"),
    "chips-each": N_("{players} players with {chips} chips each"),
    "chip-each": N_("{players} players with 1 chip each"),
    "carried": N_("Left in the pot by the last deal: {amount}"),
    "pot": N_("Pot: {amount}"),
    "ante-all": N_("Everybody antes {amount}"),
    "ante": N_("{seat} antes {amount}"),
    "blind": N_("{seat} bets {amount} blind"),
    "straddle": N_("{seat} straddles with {amount}"),
    "all-in": N_("{line}, and is all in"),
    # cards
    "cards": N_("{seat}: {cards}"),
    "down-and-up": N_("{seat}: {down} down, {up} up"),
    "common": N_("Common card, for all: {cards}"),
    "shuffle": N_("The stock is empty; the discards ({amount}) are shuffled into a new one"),
    "stand": N_("{seat} stands pat"),
    "discard": N_("{seat} discards {thrown} and draws {drawn}"),
    "discard-aside": N_("{seat} discards {thrown}, kept aside, and draws {drawn}"),
    # betting
    "fold": N_("{seat} folds"),
    "fold-up": N_("{seat} folds and turns up {cards}"),
    "pass": N_("{seat} passes"),
    "check": N_("{seat} checks"),
    "call": N_("{seat} calls {amount}"),
    "open": N_("{seat} opens with {amount}"),
    "bet": N_("{seat} bets {amount}"),
    "raise": N_("{seat} raises to {price}"),
    "raise-more": N_("{seat} raises to {price} (pays {amount})"),
    # the end
    "return": N_("The last bet, {amount}, is not called and goes back to {seat}"),
    "show": N_("{seat}: {cards}, {combination}"),
    "show-hole": N_("{seat} turns {hole}: {cards}, {combination}"),
    "openers": N_("{seat} opened with {cards}, {combination}"),
    "win": N_("{seat} wins the pot, {amount}, with {combination}"),
    "win-unshown": N_("{seat} takes the pot, {amount}, as the last one left"),
    "win-nothing": N_("There is nothing in the pot"),
    "win-main": N_("{seat} wins the main pot, {amount}, with {combination}"),
    "win-side": N_("{seat} wins side pot {number}, {amount}, with {combination}"),
    "split": N_("The pot, {amount}, is split with {combination}: {shares}"),
    "split-main": N_("The main pot, {amount}, is split with {combination}: {shares}"),
    "split-side": N_("Side pot {number}, {amount}, is split with {combination}: {shares}"),
    "leave-unopened": N_("Nobody opens; the pot, {amount}, stays for the next deal"),
    "leave": N_("Nobody bets; the pot, {amount}, stays for the next deal"),
    "to-act": N_("{seat} is to act: {legal}"),
    # what a stud dealer announces
    "says": N_('Dealer: "{text}" ({seats})'),
    "bets": N_("{what} bets"),
    "bet-together": N_("{what} bet"),
    "pair": N_("pair of {ranks}"),
    "two-pair": N_("{ranks} and {others}"),
    "three": N_("three {ranks}"),
    "four": N_("four {ranks}"),
    "possible-straight": N_("possible straight"),
    "possible-flush": N_("possible flush"),
}

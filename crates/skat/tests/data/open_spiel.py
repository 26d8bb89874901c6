"""Random games of OpenSpiel's Skat (PyPI `open_spiel`), one a line.

    python open_spiel.py > open_spiel.txt

A line is the deal as Tabia writes it, the points of the skat, the declarer's
points at the end, and every card played with all that were legal:
`SQ=D7,SQ,…`. The seed is fixed; eight games of each contract.
"""

import random
import re

import pyspiel

CONTRACTS = ["clubs", "spades", "hearts", "diamonds", "grand", "null"]
SUITS = {0xA: "S", 0xB: "H", 0xC: "D", 0xD: "C"}
RANKS = {1: "A", 7: "7", 8: "8", 9: "9", 10: "T", 11: "J", 13: "Q", 14: "K"}
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def hand(state, player):
    """The hand of a player, from the playing cards of Unicode."""
    line = re.search(rf"Player {player}: (.*)", str(state)).group(1)
    codes = [ord(symbol) for symbol in line.split()]
    return [SUITS[code >> 4 & 15] + RANKS[code & 15] for code in codes]


def play(contract, generator):
    state = pyspiel.load_game("skat").new_initial_state()
    declarer = generator.randrange(3)
    hands, skat, plays, leader = None, [], [], None
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.is_chance_node():
            state.apply_action(generator.choice(legal))
            continue
        player = state.current_player()
        names = [state.action_to_string(player, action) for action in legal]
        if "unknown/pass" in names:
            wanted = contract if player == declarer else "unknown/pass"
            choice = names.index(wanted)
        else:
            choice = generator.randrange(len(legal))
            if "discarding" in str(state):
                skat.append(names[choice])
            else:
                if hands is None:
                    hands = [hand(state, each) for each in range(3)]
                    leader = player
                plays.append(names[choice] + "=" + ",".join(names))
        state.apply_action(legal[choice])
    points = re.search(r"Points \(Solo / Team\): \((\d+) /", str(state)).group(1)
    hidden = sum(WORTH.get(card[1], 0) for card in skat)
    deal = " | ".join(" ".join(cards) for cards in hands)
    print(
        f"{deal}; game {contract}; declarer {declarer + 1}; lead {leader + 1}"
        f" # {hidden} {points} {' '.join(plays)}"
    )


if __name__ == "__main__":
    generator = random.Random(2013)
    for _ in range(8):
        for contract in CONTRACTS:
            play(contract, generator)

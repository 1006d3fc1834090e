"""A case on a position that no game could bring to the table is refused, and says why."""

from typing import Any

import pytest

from albion import games
from albion.engine.cases import Case, run_case
from albion.engine.cite import cite

RULES = {
    "redux-core": "redux-core 7.a",
    "redux-leaders": "redux-leaders 9.a",
    "britannia-2005": "britannia-2005 battle.general.a",
    "boudicca": "boudicca 10.0.a",
    "domesday": "domesday 5.5.a",
}
FIGHT = "BattleRound york: Saxons attack Angles"


def problems(game: str, start: str, position: dict[str, Any]) -> list[str]:
    fields = {"start": start, "position": position, "step": "none"}
    return run_case(Case("x.toml", 1, game, cite(RULES[game]), "n", fields), games.find_game)


@pytest.mark.parametrize("game", ["redux-core", "redux-leaders", "britannia-2005"])
@pytest.mark.parametrize(
    ("start", "position", "sentence"),
    [
        (FIGHT, {"york": "2 Saxons"}, "the Angles have nobody in york, where they are to fight"),
        (FIGHT, {"york": "2 Angles"}, "the Saxons have nobody in york, where they are to fight"),
        ("Retreat york: Saxons attack Angles, defender", {}, "nobody in york"),
        (FIGHT, {"york": "2 Saxons, 1 Angles, 1 Danes"}, "stand in york, but two fight a battle"),
        ("Battles: Saxons", {"york": "2 Saxons, 1 Angles, 1 Danes"}, "stand in york, but two fight"),
        ("Battles: Saxons", {"round": 99}, "expected a number from 1 to"),
        ("RoundEnd: 99", {}, "expected a number from 1 to"),
    ],
)
def test_britannia(game: str, start: str, position: dict[str, Any], sentence: str) -> None:
    (found,) = problems(game, start, position)

    assert sentence in found


@pytest.mark.parametrize(
    ("game", "start", "position", "sentence"),
    [
        ("redux-leaders", "Movement: Saxons", {"york": "Harold"}, "Harold stands in york without Saxons"),
        ("redux-leaders", "Movement: Saxons", {"york": "2 Angles, Harold"}, "in york without Saxons"),
        ("britannia-2005", "Movement: Saxons", {"york": "Alfred"}, "Alfred stands in york without Saxons"),
        ("britannia-2005", "Movement: Saxons", {"york": "2 Angles, Alfred"}, "in york without Saxons"),
        (
            "britannia-2005",
            "Movement: Saxons",
            {"york": "1 Saxons, Alfred", "kent": "1 Saxons, Alfred"},
            "alfred stands in york already",
        ),
        (
            "redux-leaders",
            "Movement: Saxons",
            {"york": "1 Saxons, Harold", "kent": "1 Saxons, Harold"},
            "harold stands in york already",
        ),
        (
            "britannia-2005",
            "RaiderWithdrawal: Danes",
            {"york": "1 Danes", "raiders": "2 york from north-sea"},
            "2 raiders are in york, but no nation has more than 1 armies there",
        ),
        ("redux-leaders", "King", {"cnut": "rex, harold"}, "expected 'rex'"),
        ("boudicca", "Battle 2523 romans", {"2523": "3 ix"}, "the britons have nobody in 2523"),
        ("boudicca", "CombatRound 2523 romans", {"2523": "3 iceni"}, "the romans have nobody in 2523"),
        ("boudicca", "Withdrawal 2523 romans", {}, "both sides need combat units in 2523"),
        ("boudicca", "Turn 7", {}, "expected a turn from 1 to 6"),
        ("boudicca", "Impulse romans", {"turn": 7}, "expected a number from 1 to 6"),
        ("boudicca", "Impulse romans", {"hand-romans": "hail-caesar, hail-caesar"}, "not so many cards"),
        ("boudicca", "Impulse romans", {"2523": "boudicca", "2524": "boudicca"}, "not left in the counter"),
        (
            "domesday",
            "CardTurn norman",
            {"hand norman": "016 061", "hand norse": "016"},
            "card 016 is in the hand of norse and in the hand of norman",
        ),
        ("domesday", "Spend norman 3", {"turn": "17"}, "there is no Turn 17, only 1 to 16"),
        ("domesday", "Spend norman 3", {"king": "harold, william"}, "unknown Leader 'harold, william'"),
        (
            "domesday",
            "OpenBattle area=kent faction=saxon",
            {"kent": "saxon: 2 huscarl"},
            "the saxon faction meets nobody in kent",
        ),
        (
            "domesday",
            "Spend norman 3",
            {"london": "saxon: harold", "kent": "saxon: harold"},
            "harold stands in london already",
        ),
    ],
)
def test_other_games_and_marks(game: str, start: str, position: dict[str, Any], sentence: str) -> None:
    (found,) = problems(game, start, position)

    assert sentence in found


@pytest.mark.parametrize(
    ("game", "start", "position", "sentence"),
    [
        ("redux-leaders", "Movement: Saxons", {"york": "2 Saxons, Alfred, Harold"}, "who never meet"),
        ("redux-leaders", "Movement: Saxons", {"truce-broken": "Saxons"}, "the Saxons have no truce"),
        ("redux-core", "Movement: Saxons", {"york": "0 Saxons"}, "expected '2 Saxons', found '0 Saxons'"),
        (
            "redux-core",
            "Movement: Saxons",
            {"N. Mercia": "1 Saxons", "north-mercia": "1 Angles"},
            "the position's 'N. Mercia' and 'north-mercia' are the same",
        ),
        (
            "redux-core",
            f"{FIGHT} from cornwall",
            {"york": "1 Saxons, 1 Angles"},
            "nobody gets from cornwall to york",
        ),
        (
            "britannia-2005",
            "Movement: Saxons",
            {"clwyd": "1 Saxons, 1 Saxons burh"},
            "no burh stands in difficult",
        ),
        (
            "britannia-2005",
            "Movement: Welsh",
            {"dyfed": "1 Welsh", "subjects": "Welsh to Saxons"},
            "the Welsh never submit to the Saxons",
        ),
        (
            "britannia-2005",
            "RaiderWithdrawal: Irish",
            {"round": 4, "dyfed": "1 Irish raiders from powys"},
            "only Picts raid from land",
        ),
        ("britannia-2005", "Movement: Saxons", {"scored": "saxons-99 kent"}, "no card has a box 'saxons-99'"),
        ("britannia-2005", "Movement: Saxons", {"tokens": "Saxons kent 3"}, "the Saxons leave no tokens"),
        ("boudicca", "Impulse britons", {"6106": "0 iceni"}, "'0 iceni' names no counter"),
        ("boudicca", "Impulse britons", {"6106": "1 iceni used-1 used-2"}, "is used-1 and used-2"),
        (
            "boudicca",
            "CombatRound 6106 romans 0",
            {"6106": "1 ix, 1 iceni"},
            "'0' is not a round of a battle",
        ),
        (
            "domesday",
            "Recount",
            {"kent": "saxon: huscarl; saxon: archer"},
            "the saxon stack stands there twice",
        ),
        ("domesday", "Recount", {"kent": "welsh: castle"}, "the welsh faction has no Castles"),
        ("domesday", "Recount", {"East Riding": "norse: archer", "east-riding": "wasted 1"}, "are the same"),
        ("domesday", "Recount", {"kent": "saxon: harold", "dead": "harold"}, "harold stands in kent already"),
        ("domesday", "Event 016 by norman as irish", {"turn": "5"}, "card 016 is not for the irish faction"),
        ("domesday", "Event 012 by danish as baron", {"turn": "5"}, "the baron faction is not in play"),
    ],
)
def test_what_slipped_through(game: str, start: str, position: dict[str, Any], sentence: str) -> None:
    (found,) = problems(game, start, position)

    assert sentence in found

"""The common words of Prowler's Passage: signs, the last move, turn and result, typed moves."""

import re
from collections.abc import Iterator, Sequence
from functools import partial

from cogs.contract import plain_words
from cogs.contract.screen import Names
from cogs.contract.sentences import Event, Part, PlainName, Sentences, Several
from cogs.contract.sign import Sign, worded
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import Outcome
from prowlerbot.core.i18n import in_parts, label_text, listing, mark, tr, trn, whole_words
from prowlerbot.games.prowler import board, rules
from prowlerbot.games.prowler.position import (
    DISTRICTS,
    PASSAGES,
    PLACEMENTS,
    SEATS,
    TILES,
    WILD,
    Move,
)
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.words import (
    CONDITION_NAMES,
    CONDITION_RULES,
    DISTRICT_NAMES,
    ONE_TILE,
    STATUE_NAMES,
    TILE_NAMES,
    join_pathways,
    tiles_counted,
)
from prowlerbot.match.match import Ranks
from renderer.prowler.cover import draw_district, draw_seat, draw_statue, draw_tile

SEAT_SIGNS = (
    Sign("round", "🔴", partial(draw_seat, 1), {"safe": "🟠"}, word=mark("disc"), seat=True),
    Sign("diamond", "🔷", partial(draw_seat, 2), word=mark("diamond"), seat=True),
)
"""As in the picture: a disc and a diamond, in the colours of the theme."""
DISTRICT_SIGNS = {
    letter: Sign(name, plain, partial(draw_district, place), word=DISTRICT_NAMES[letter])
    for place, (letter, name, plain) in enumerate(
        zip(
            DISTRICTS,
            ("banking", "political", "market", "residential", "castle"),
            ("🪙", "👑", "⚖️", "🏠", "🏰"),
            strict=True,
        )
    )
}
TILE_SIGNS = {
    letter: Sign(
        name,
        plain,
        partial(draw_tile, place),
        word=TILE_NAMES[letter],
        counted=partial(tiles_counted, letter),
    )
    for place, (letter, name, plain) in enumerate(
        zip(
            TILES,
            ("yellow", "blue", "purple", "brown", "dig_shovel", "wild_shovel"),
            ("🪙", "👑", "⚖️", "🏠", "⛏️", "🌟"),
            strict=True,
        )
    )
}
"""An item bears the emblem of its district on a coin; the district has it on a shield."""


def _count_statues(count: int) -> str:
    return trn("{count} statue", "{count} statues", count)


STATUE = Sign("statue", "🗽", draw_statue, counted=_count_statues)
"""A robed figure with a torch, as in the picture."""

SIGNS = (*SEAT_SIGNS, *DISTRICT_SIGNS.values(), *TILE_SIGNS.values(), STATUE)

FIELDS: dict[str, Sign] = {
    **{f"seat_{seat}": sign for seat, sign in enumerate(SEAT_SIGNS, 1)},
    **{f"district_{letter}": sign for letter, sign in DISTRICT_SIGNS.items()},
    **{f"tile_{letter}": sign for letter, sign in TILE_SIGNS.items()},
    "statue": STATUE,
}
"""The signs as fields of a text: ``district_B``, ``tile_d``, ``seat_1``."""


def mark_player(seat: int, names: Names) -> str:
    return f"{SEAT_SIGNS[seat - 1]} **{names[seat - 1]}**"


FIRST_TURNS = 2
"""The plies before which each player has dug."""


def turn_words(position: Position, names: Names, *, keys: bool = False) -> str:
    """The player to move; the first boards with ``keys`` explain the keys."""
    who = mark_player(position.seat, names)
    if position.ply == 0:
        return tr(
            "▶️ {player} begins and presses a district: its marker starts one space on {player}'s"
            " side. Then {other} digs.",
            player=who,
            other=mark_player(3 - position.seat, names),
        )
    if keys and position.ply <= FIRST_TURNS:
        return tr("▶️ {player}'s turn: press a number to dig.", player=who)
    return tr("▶️ {player}'s turn", player=who)


def achievements_words(position: Position) -> str:
    """The time to claim achievements, and the condition and value of each drawn card."""
    lines = (
        tr(
            "🏅 {achievement}, {wealth} wealth: {explained}",
            achievement=tr(CONDITION_NAMES[card]),
            wealth=rules.WEALTH[card],
            explained=tr(CONDITION_RULES[card]),
        )
        for card in position.setup.cards
    )
    heading = tr(
        "Achievements go automatically to the first player who fulfils them on their own turn."
    )
    return "\n".join(f"-# {line}" for line in (heading, *lines))


def verdict_words(outcome: Outcome, names: Names) -> str:
    """The winner and both totals, the higher one first; after a tie, also the tie-breaker."""
    totals = map(whole_words, sorted(outcome.totals, reverse=True))
    score = "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}".join(totals)
    if outcome.winner is None:
        return tr("🤝 A shared victory, {score}", score=score)
    sentence = {
        "wealth": mark("🏆 {player} won, {score}"),
        "passage": mark("🏆 {player} won by the longer passage, {score}"),
        "districts": mark("🏆 {player} won by controlling more districts, {score}"),
    }[outcome.by]
    return tr(sentence, player=names[outcome.winner - 1], score=score)


_FROM_MID_GAME = 4
"""The passages before mid-game scoring from which it is announced."""
_FROM_STATUE = 2
"""The same for passages that could steal the second statue."""


def scoring_is_near(position: Position) -> bool:
    if position.half is not None or not position.ply:
        return False
    by_statue = rules.passages_to_second_statue(position) <= _FROM_STATUE
    return by_statue or rules.passages_to_mid_game(position) <= _FROM_MID_GAME


def scoring_words(position: Position) -> str:
    """The announcement of mid-game scoring and its causes; empty if it is far off or over."""
    if not scoring_is_near(position):
        return ""
    left = rules.passages_to_mid_game(position)
    comes = mark("🧮 Scoring at 2nd statue or in {count} passages.")
    if rules.passages_to_second_statue(position) >= left:
        comes = mark("🧮 Mid-game scoring in {count} passages.")
    if left == 1:
        comes = mark("🧮 Next passage: mid-game scoring.")
    return tr(comes, count=left)


def scoring_if_now(position: Position, names: Names) -> list[str]:
    """The effect of the mid-game scoring if it came now; nothing after it."""
    if not position.ply or position.half is not None:
        return []
    one, other = (each.total for each in position.score_mid_game().mid or ())
    return [
        tr(
            "🧮 If the mid-game scoring came now: {player} {wealth}, {other} {others}.",
            player=mark_player(1, names),
            other=mark_player(2, names),
            wealth=one,
            others=other,
        )
    ]


def choice_words(position: Position, pathway: int, names: Names, leads: Sequence[str]) -> str:
    """The question of a wild shovel, with the gain in the lead by each marker."""
    question = tr(
        "▶️ {player} digs **{pathway}** for {emoji} a wild shovel. Which marker moves one more"
        " space to your side?",
        player=mark_player(position.seat, names),
        pathway=pathway,
        emoji=TILE_SIGNS["w"],
    )
    told = (f"{sign} {lead}" for sign, lead in zip(DISTRICT_SIGNS.values(), leads, strict=True))
    return f"{question}\n-# {tr('Gain if the match ended now: {leads}', leads=', '.join(told))}"


def move_label(position: Position, move: Move) -> str:
    """A legal move as a line of a list, for players who type it."""
    if not move.pathway:
        return tr("{district} marker", district=tr(DISTRICT_NAMES[DISTRICTS[move.marker or 0]]))
    tile = tr(TILE_NAMES[position.setup.tile(move.pathway)])
    between = ", " if worded() else " · "
    return between.join((str(move.pathway), tile, list_beside(position, move.pathway)))


def move_words(move: Move) -> str:
    marker = "" if move.marker is None else tr(DISTRICT_NAMES[DISTRICTS[move.marker]])
    if not move.pathway:
        return tr("{district} marker", district=marker)
    if not marker:
        return tr("pathway {number}", number=move.pathway)
    return tr("pathway {number} (wild shovel: {district})", number=move.pathway, district=marker)


def list_beside(position: Position, pathway: int) -> str:
    one, other = _districts_beside(position, pathway)
    both = tr("{district} and {other}", district=one, other=other)
    return _twice_words(one) if one == other else both


def beside_briefly(position: Position, pathway: int) -> str:
    one, other = _districts_beside(position, pathway)
    return _twice_words(one) if one == other else f"{one}-{other}"


def _districts_beside(position: Position, pathway: int) -> tuple[str, str]:
    one, other = (tr(DISTRICT_NAMES[DISTRICTS[at]]) for at in position.setup.beside[pathway])
    return one, other


def _twice_words(district: str) -> str:
    return tr("{district} twice", district=district)


_NUMBER = re.compile(r"(?<!\d)\d{1,2}(?!\d)")
_AS_BLANKS = str.maketrans(dict.fromkeys(">→():", " "))


def move_as_typed(position: Position, text: str, detail: str | None) -> str:
    """A move as it is typed: a pathway by number or words, a marker by letter or name."""
    named, _, _ = text.partition(",")  # after it, texts tell the gains
    typed = f"{named} {detail or ''}" if position.ply else detail or text
    found = _NUMBER.search(text)
    number = int(found[0]) if found else 0
    return plain_words.read_move(
        typed.translate(_AS_BLANKS).strip(),
        [move for move in position.legal if number in {0, move.pathway}],
        told=lambda move: _words_of_pathway(position, move),
        called=lambda move: _further_names(position, move),
        refusal=lambda _: _refusal(position, text.strip(), detail, number),
    )


def _words_of_pathway(position: Position, move: Move) -> Iterator[str]:
    """The words of texts for a pathway, with each name of the marker that a wild shovel moves."""
    markers = [""]
    if move.marker is not None:
        letter = DISTRICTS[move.marker]
        name = tr(DISTRICT_NAMES[letter])
        markers = [letter, name, tr("{district} marker", district=name)]
    for place in _place_words(position, move.pathway) if move.pathway else ("",):
        yield from (f"{place} {marker}".strip() for marker in markers)
    yield move_words(move).translate(_AS_BLANKS)


def _place_words(position: Position, number: int) -> Iterator[str]:
    tile = tr(TILE_NAMES[position.setup.tile(number)])
    for beside in (list_beside(position, number), beside_briefly(position, number)):
        yield from (f"{number} {beside}", f"{number} {tile} {beside}")
    yield from (f"{number} {tile}", str(number), tr("pathway {number}", number=number))


def _further_names(position: Position, move: Move) -> Iterator[str]:
    """The tile of a pathway, and the districts beside it."""
    if move.pathway:
        yield from _place_words(position, move.pathway)
        yield tr(TILE_NAMES[position.setup.tile(move.pathway)])
        for at in position.setup.beside[move.pathway]:
            yield tr(DISTRICT_NAMES[DISTRICTS[at]])


def _refusal(position: Position, text: str, detail: str | None, number: int) -> IllegalMove:
    if not position.ply:
        return IllegalMove(
            "The match opens with a control marker: {markers}. “{typed}” is not one of them.",
            markers=tuple(DISTRICT_NAMES.values()),
            typed=detail or text,
        )
    if 1 <= number <= len(board.PATHWAYS):
        if not position.free >> number & 1:
            return IllegalMove("Pathway {number} is already taken.", number=number)
        if detail is not None and position.setup.tile(number) != WILD:
            return IllegalMove(
                "There is no wild shovel on pathway {number}, so leave out the marker.",
                number=number,
            )
    return IllegalMove("“{typed}” is not a pathway; they are numbered 1 to 27.", typed=text)


_FEW_MISSING = 3
"""The most pathways around a statue that are told as missing."""


def spoken_parts(
    position: Position, names: Names, ended: Ranks | None = None, viewer: int | None = None
) -> list[Part]:
    """The whole position. “Your” is the viewer; without one, the player to move is named."""
    free = board.pathways_in(position.free)
    known = [
        _headline_words(position, names, ended),
        # At the end the headline has both totals.
        "" if position.over else _wealth_words(position, names),
        *(_player_words(position, seat, names) for seat in SEATS),
        _centre_words(position),
    ]
    found = [Part("\n".join(filter(None, known)))]
    found.append(Part(f"{in_parts(_card_lines(position, names))}.", 2, tr("Achievements")))
    if standing := in_parts(_standing_parts(position)):
        found.append(Part(f"{standing}.", 3, tr("Statues standing")))
    if free and not position.over:
        both = (_free_pathways(position, names, viewer, joins=joins) for joins in (True, False))
        long, short = map("\n".join, both)
        found.append(Part(long, 1, tr("Free pathways"), short))
    return found


def meetings_words() -> str:
    """The points of every board, by the pathways that meet there."""
    points = ", ".join(map(join_pathways, board.MEETING_SETS))
    return tr("Pathways that meet: {points}.", points=points)


def statue_points_words() -> str:
    points = listing([*STATUE_NAMES.values()])
    return tr("A statue stands at {points}.", points=points)


def full_areas_words() -> str:
    """The districts of every board that have a pathway on each side, by these pathways."""
    surrounding = ", ".join(join_pathways(board.AREA_PATHWAYS[area]) for area in board.FULL_AREAS)
    return tr("Districts with 4 pathways: {areas}.", areas=surrounding)


def _wealth_words(position: Position, names: Names) -> str:
    """Both totals as they would be if the final scoring came now, and their banked part."""
    told = []
    for seat in SEATS:
        player, wealth = names[seat - 1], whole_words(rules.running_wealth(position, seat))
        words = f"{player} {wealth}"
        if position.half is not None and not position.over:
            fields = {"wealth": wealth, "banked": whole_words(rules.banked_wealth(position, seat))}
            words = tr("{player} {wealth} ({banked} banked)", player=player, **fields)
        told.append(words)
    return tr("Wealth: {players}.", players=", ".join(told))


def _free_pathways(
    position: Position, names: Names, viewer: int | None, *, joins: bool
) -> Iterator[str]:
    """The free pathways of each tile and the districts beside them; what each one ``joins``."""
    for at, face in enumerate(TILES):
        if numbers := board.pathways_in(position.free & position.setup.lying[at]):
            tile = tr(TILE_NAMES[face])
            told = [f"{number} {beside_briefly(position, number)}" for number in numbers]
            if joins:
                told = [_pathway_words(position, number, names, viewer) for number in numbers]
            yield f"{label_text(tile[:1].upper() + tile[1:], in_parts(told))}."


def _pathway_words(position: Position, number: int, names: Names, viewer: int | None) -> str:
    words = f"{number} {beside_briefly(position, number)}"
    seat = viewer or position.seat
    joins = board.pathways_in(position.passages[seat - 1] & board.meeting_pathways(number))
    if not (met := listing(list(map(str, joins)))):
        return words
    if viewer:
        return tr("{pathway}, joins yours: {met}", pathway=words, met=met)
    return tr("{pathway}, joins {player}: {met}", pathway=words, met=met, player=names[seat - 1])


def _standing_parts(position: Position) -> Iterator[str]:
    """Each statue that nobody has stolen; the last pathways around it that are free."""
    stolen = [statue for own in position.statues for statue in own]
    for statue, surrounding in board.STATUES.items():
        if statue in stolen:
            continue
        missing, name = surrounding & position.free, STATUE_NAMES[statue]
        if missing == surrounding or missing.bit_count() > _FEW_MISSING:
            yield name
        else:
            pathways = listing(list(map(str, board.pathways_in(missing))))
            yield tr("{statue}, not dug: {pathways}", statue=name, pathways=pathways)


def _headline_words(position: Position, names: Names, ended: Ranks | None) -> str:
    if position.outcome is not None:
        return f"{tr('Final position.')} {verdict_words(position.outcome, names)}."
    if ended is not None:
        return _end_words(position, names, ended)
    mover = names[position.seat - 1]
    if not position.ply:
        return tr("Start: {player} moves one control marker.", player=mover)
    fields = {"number": position.ply, "all": 1 + PLACEMENTS, "player": mover}
    return tr("After {number} of {all} moves: {player}'s turn.", **fields)


def _end_words(position: Position, names: Names, ranks: Ranks) -> str:
    fields = {"number": max(position.ply - 1, 0), "all": len(SEATS) * PASSAGES}
    if not ranks:
        return tr("The match is over, without a result. Passages dug: {number} of {all}.", **fields)
    player = names[ranks.index(1)]
    won = mark("The match is over: {player} won. Passages dug: {number} of {all}.")
    return tr(won, **fields, player=player)


def _player_words(position: Position, seat: int, names: Names) -> str:
    """The passages, the tiles, the statues and the districts of a player."""
    own = ", ".join(map(str, board.pathways_in(position.passages[seat - 1])))
    told = [tr("no passages")]
    if own:
        longest = position.longest_passage(seat)
        told = [tr("passages {pathways}, the longest {length}", pathways=own, length=longest)]
    tiles = zip(TILES, position.tiles_of(seat), strict=True)
    told.append(", ".join(tiles_counted(face, count) for face, count in tiles if count))
    stolen = [STATUE_NAMES[each] for each in position.statues[seat - 1]]
    told.append(", ".join(tr("statue {statue}", statue=name) for name in stolen))
    if districts := ", ".join(_controlled_markers(position, seat)):
        told.append(tr("controls: {districts}", districts=districts))
    return f"{label_text(names[seat - 1], in_parts(filter(None, told)))}."


def _controlled_markers(position: Position, seat: int) -> Iterator[str]:
    """Each marker on the side of a seat, by its spaces from the centre and the wealth it pays."""
    wealth = rules.district_wealth(position, seat)
    for district, space, pays in zip(DISTRICTS, position.lead(seat), wealth, strict=True):
        if space > 0:
            fields = {"district": tr(DISTRICT_NAMES[district]), "spaces": space}
            yield tr("{district} {spaces} (pays {wealth})", **fields, wealth=whole_words(pays or 0))


def _centre_words(position: Position) -> str:
    markers = zip(DISTRICTS, position.track, strict=True)
    there = [tr(DISTRICT_NAMES[district]) for district, space in markers if not space]
    return tr("At the centre: {districts}.", districts=", ".join(there)) if there else ""


def _card_lines(position: Position, names: Names) -> Iterator[str]:
    held = {card: seat for seat in SEATS for card in position.achievements[seat - 1]}
    for card in position.setup.cards:
        state = _progress_words(position, card, names)
        if card in held:
            state = tr("held by {player}", player=names[held[card] - 1])
        fields = {"achievement": tr(CONDITION_NAMES[card]), "wealth": rules.WEALTH[card]}
        yield tr("{achievement}: {wealth} ({state})", **fields, state=state)


def _progress_words(position: Position, card: int, names: Names) -> str:
    """How near each player is to an open achievement."""
    if card not in rules.CARD_TARGETS and position.half is not None:
        return tr("nobody gets it")
    reached = [rules.requirement_reached(position, seat, card) for seat in SEATS]
    near = ", ".join(f"{name} {count}" for name, count in zip(names, reached, strict=True))
    if card not in rules.CARD_TARGETS:
        return near
    return tr("{players} of {needed}", players=near, needed=rules.CARD_TARGETS[card])


_CLAIMED = Sentences(
    mark("🏅 {player} claims “{achievement}” ({wealth} wealth)."), mark("{player}: “{achievement}”")
)
SENTENCES = {
    "opened": Sentences(mark("{player} opens: {markers}."), mark("{player} opens")),
    "dug": Sentences(
        mark("{player} digs **{pathway}** for {emoji} {tile}: {markers}."),
        mark("{player} digs {pathway}"),
    ),
    "moved": Sentences("", mark("{markers}")),
    "side": Sentences(
        mark("{sign} {district} to {name}'s side ({space})"), mark("{district}: {name} {space}")
    ),
    "along": Sentences(
        mark("{sign} {name}'s {district} {was}→{space}"), mark("{district}: {name} {was}→{space}")
    ),
    "centre": Sentences(mark("{sign} {district} to the centre"), mark("{district}: centre")),
    "stole": Sentences(
        mark("{player} steals {sign} the statue {statue}."), mark("statue {statue}")
    ),
    "claimed": _CLAIMED,
    "given": _CLAIMED,
    "banked": Sentences(
        mark("🧮 Mid-game scoring: {player} banks {wealth}, {other} {others}."),
        mark("mid-game scoring: {player} {wealth}, {other} {others}"),
    ),
}
_CLAIMED_BRIEFLY = Sentences("", mark("🏅 {player}: “{achievement}” (+{wealth} at the end)."))
AT_A_GLANCE = SENTENCES | {
    "opened": Sentences(mark("-# {player} opens with {markers}.")),
    "side": Sentences(mark("{sign} {district}")),
    "dug": Sentences(mark("{player} digs **{pathway}** for {emoji}.")),
    "stole": Sentences("", mark("{player} steals {sign} {statue}.")),
    "claimed": _CLAIMED_BRIEFLY,
    "given": _CLAIMED_BRIEFLY,
    "banked": Sentences("", mark("Mid-game scoring: {player} {wealth}, {other} {others}.")),
}
"""The passage, and all that is rare in short sentences for a line of small print."""


def events_between(before: Position, after: Position) -> Iterator[Event]:
    """The passage with the markers that it moves, statues, achievements, mid-game scoring; in short
    the markers come after all that is rarer.
    """
    move, mover = after.last, before.seat
    if move is None:
        return
    markers = Several(list(_marker_events(before, after)))
    if not move.pathway:
        yield Event("opened", mover, fields={"markers": markers})
        yield Event("moved", fields={"markers": markers})
        return
    tile = after.setup.tile(move.pathway)
    fields = {"emoji": TILE_SIGNS[tile], "tile": ONE_TILE[tile], "markers": markers}
    yield Event("dug", mover, fields={"pathway": move.pathway, **fields})
    for seat in SEATS:
        for statue in after.statues[seat - 1][len(before.statues[seat - 1]) :]:
            yield Event("stole", seat, fields={"sign": STATUE, "statue": STATUE_NAMES[statue]})
        for card in after.achievements[seat - 1][len(before.achievements[seat - 1]) :]:
            achievement = {"achievement": CONDITION_NAMES[card], "wealth": rules.WEALTH[card]}
            yield Event("claimed" if seat == mover else "given", seat, fields=achievement)
    yield Event("moved", fields={"markers": markers})
    if before.half is None and after.half is not None:
        one, other = (each.total for each in after.mid or ())
        yield Event("banked", 1, 2, {"wealth": one, "others": other})


def _marker_events(before: Position, after: Position) -> Iterator[Event]:
    """The new spaces of the markers that a move has moved."""
    for district, was, now in zip(DISTRICTS, before.track, after.track, strict=True):
        fields = {"sign": DISTRICT_SIGNS[district], "district": DISTRICT_NAMES[district]}
        if now:
            fields |= {"name": PlainName(1 if now > 0 else 2), "space": abs(now), "was": abs(was)}
        if was != now:
            yield Event("along" if was * now > 0 else "side" if now else "centre", fields=fields)

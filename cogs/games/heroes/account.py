"""The account of a match: its chapters and cards, its latest events, missed events.

The statistics of one player's matches stand at the end.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple, cast

from cogs.contract import plain_words
from cogs.contract.face import PlayedOut
from cogs.contract.screen import ROUND, Chapter, Film, Names
from cogs.contract.sentences import Event, Several, sentences_of
from cogs.games.heroes import building_questions, happened
from cogs.games.heroes.colony_words import counts_words
from cogs.games.heroes.situation import mark_player, story_words, way_words
from prowlerbot.core.i18n import label_text, tr, trn
from prowlerbot.games.heroes import rules
from prowlerbot.games.heroes.position import NO_GUARDS, REVEAL_STUCK
from prowlerbot.games.heroes.rules import Line, Position, Visit, find_visits, latest_invasion
from prowlerbot.games.heroes.seat import Seat
from prowlerbot.games.heroes.stages.events import deep_ore
from renderer.heroes.invaders import card_name, effect_of


def chapters(line: Line) -> list[Chapter]:
    """Each round, followed by its invasion and the cards of that invasion."""
    invaded = {stretch.round: stretch for stretch in rules.find_invasions(line)}
    cards = list(find_visits(line))
    found = []
    for number, first, last in rules.find_rounds(line):
        found.append(Chapter(f"{ROUND}{number}", tr("Round {round}", round=number), first, last))
        if invasion := invaded.get(number):
            label = tr("Round {round}: the invasion", round=number)
            found.append(Chapter(_invasion_key(number), label, invasion.first, invasion.last))
        for visit in (each for each in cards if each.round == number):
            fields = {"number": visit.number, "card": card_name(visit.shown)}
            label = tr("Round {round}, card {number}: {card}", round=number, **fields)
            found.append(Chapter(f"card{number}.{visit.number}", label, visit.first, visit.last))
    return found


def _invasion_key(number: int) -> str:
    return f"invasion{number}"


def film_of(line: Line) -> Film | None:
    """The animation of the current invasion, or of the last one if nothing has happened since."""
    begun = latest_invasion(line)
    return Film(_invasion_key(line[begun].round), tr("Invasion")) if begun < len(line) else None


class Shown(NamedTuple):
    """A card to show in a picture, with the seats at its arrival."""

    visit: Visit
    seats_before: tuple[Seat, ...]


def latest_decision(line: Line, seat: int, orders: Collection[str]) -> int:
    """The step of a player's latest decision that none of these orders answers; 0 without one."""
    for at in range(len(line) - 1, 0, -1):
        before = line[at - 1]
        if (
            seat in before.to_move
            and before.seats[seat - 1] != line[at].seats[seat - 1]
            and building_questions.asked_order(before, seat) not in orders
        ):
            return at
    return 0


def present_card(line: Line) -> Shown | None:
    """The current card, while the colonies meet it or have just met it."""
    return next((each for each in cards_of_round(line) if each.visit.shown is line[-1]), None)


def cards_of_round(line: Line) -> list[Shown]:
    """All cards of the current invasion, or of the last one if nothing has happened since."""
    return all_cards(line[latest_invasion(line) :])


def all_cards(line: Line) -> list[Shown]:
    """All cards that these positions show."""
    return [Shown(visit, line[visit.first].seats) for visit in find_visits(line)]


# ---------------------------------------------------------------------- the account

LONGEST_NEWS = 1_800
"""Characters; the message needs room for other parts."""
_MOST_BRIEF = 2  # events in one line


def latest_events(line: Line, *, after: int = 0, alone: bool = False) -> list[Event]:
    """The events of the latest move, with the chance draws after it, or of the last step ``alone``.
    Only the latest of several cards is told in full, and none after the end of the match. The
    reader knows the cards of the steps up to ``after``.
    """
    first = len(line) - 1 if alone else happened.latest_move_at(line)
    steps = [(at, list(happened.events_at(line, at))) for at in range(first, len(line))]
    cards = [at for at, events in steps if any(each.kind == "card" for each in events)]
    full = cards[-1] if cards and line[-1].outcome is None else 0
    tells_at = {
        "comes": lambda at: at == len(line) - 1,
        "card": lambda at: at == full > after,
        "outcomes": lambda at: at > after,
    }
    return [
        replace(event, kind="everywhere") if event.kind == "outcomes" and at == full else event
        for at, events in steps
        for event in events
        if event.kind not in tells_at or tells_at[event.kind](at)
    ]


def news_text(
    line: Line, names: Names, *, after: int = 0, alone: bool = False, turns: bool = True
) -> str:
    """The latest events, one a line; the oldest ones are left out of a text that is too long.
    Without ``turns``, pieces built in a turn that ended are left out.
    """
    if len(line) < 2:
        return ""
    events = latest_events(line, after=after, alone=alone)
    kept = [it for it in events if turns or it.kind not in _OF_TURNS]
    return "\n".join(_fit_news(tell_events(kept, names)))


def tell_events(events: Sequence[Event], names: Names) -> list[str]:
    return sentences_of(events, happened.SENTENCES, names, partial(mark_player, names=names))


def _fit_news(lines: list[str]) -> list[str]:
    while sum(map(len, lines)) + len(lines) > LONGEST_NEWS and len(lines) > 1:
        lines.pop(0)
    return lines


def recap_words(line: Line, names: Names) -> str:
    """The last step in one short line without markdown; empty if no player acted in the open."""
    if len(line) < 2 or (line[-1].shown and line[-1].shown is line[-2].shown):
        return ""
    told = sentences_of(happened.events_at(line, len(line) - 1), happened.SENTENCES, names)
    brief = " · ".join(told[:_MOST_BRIEF])
    if line[-1].outcome is not None and line[-2].phase == "invasion":
        return label_text(tr("Last card"), brief)
    return brief


# ------------------------------------------------------------- cards, and missed events


def story_line(position: Position, seat: int, names: Names) -> str:
    """The walk of the present invader in a colony; none while the next one's map is drawn."""
    drawn = position.draw == "map"
    story = "" if drawn else story_words(position, position.seats[seat - 1])
    told = tell_events([Event("outcome", seat, fields={"outcome": story})], names)
    return told[0] if story else ""


def card_line(shown: Shown, names: Names, seat: int = 0, *, briefly: bool = False) -> str:
    """A card with its outcome in each colony or in that of one seat."""
    position, seats = shown.visit.shown, [seat] if seat else ()
    found = happened.outcomes_of(position, shown.seats_before, seats, briefly=briefly)
    named = briefly and shown.visit.over and not position.event
    name = happened.invader_name(position) if named else card_name(position)
    (line,) = tell_events([Event("outcomes", fields={"card": name, "outcomes": found})], names)
    return tr("Card {number}, {card}", number=shown.visit.number, card=line)


def lines_since(
    line: Line, seat: int, names: Names, cards: Sequence[Shown], *, briefly: bool = False
) -> list[str]:
    """A line for each event since the player decided: first the turns, cards and rounds that
    passed, below a heading, then the latest move and the present card. A card whose outcomes the
    player knew at that decision is left out. ``briefly``, all turns are summed up by numbers of
    pieces, and cards have their outcomes in the player's colony alone.
    """
    decided, begun = latest_decision(line, seat, _EARLY_ORDERS), happened.latest_move_at(line)
    steps = [
        (at, it) for at in range(max(1, decided), len(line)) for it in happened.events_at(line, at)
    ]
    turns = [it for at, it in steps if at < begun and it.kind in _OF_TURNS]
    rounds = [it for at, it in steps if at < begun and it.kind in _LASTING]
    newest = [it for at, it in steps if at >= begun and it.kind not in _OF_CARDS]
    shown = [*filter(None, (present_card(line),))]
    if line[-1].outcome is not None:
        newest, shown = [], []
    met = present_card(line[:decided]) if decided else None
    known = outcomes_key(met) if met is not None else None
    cards, shown = ([it for it in found if outcomes_key(it) != known] for found in (cards, shown))
    if briefly:
        turns = _sum_turns([it for _, it in steps if it.kind in _OF_TURNS])
        newest = [it for it in newest if it.kind not in _OF_TURNS]
    lost = filter(None, (_lost_stash(line, seat, each) for each in cards))
    missed = [*lost, *_card_lines(cards, seat, names, briefly=briefly)]
    passed = [*tell_events(turns, names), *missed, *tell_events(rounds, names)]
    heading = [f"**{tr('Since you last decided:')}**"] if passed else []
    now = _card_lines(shown, seat, names, briefly=briefly)
    return _fit_news([*heading, *passed, *tell_events(newest, names), *now])


_EARLY_ORDERS = (REVEAL_STUCK, NO_GUARDS)
"""The orders that answer before a player has seen the latest events."""
_OF_TURNS = {"turn", "alone"}
_LASTING = {"profit", "took", "left"}
"""The other events that a player reads even if others have moved since."""
_OF_CARDS = {"comes", "card", "outcomes", "walked"}


def outcomes_key(shown: Shown) -> tuple[int, int, Several]:
    """A card, by round and number, with its outcomes so far."""
    visit, seats_before = shown
    return visit.round, visit.number, happened.outcomes_of(visit.shown, seats_before, briefly=True)


def _lost_stash(line: Line, seat: int, card: Shown) -> str:
    """The stash that bought nothing before the first card, unless the player was asked."""
    if card.visit.number > 1:
        return ""
    built = (it for it in line if it.phase == "build" and it.round == card.visit.round)
    owns = [own for it in built if (own := it.seats[seat - 1]).gold or own.gems]
    if not owns or owns[-1].stage == "populate":
        return ""
    stash = counts_words((owns[-1].gold, owns[-1].gems, 0, 0, 0))
    return tr("Your {stash} could buy nothing before the invasion: it is lost.", stash=stash)


def _card_lines(cards: Sequence[Shown], seat: int, names: Names, *, briefly: bool) -> Iterator[str]:
    """A line for each card; ``briefly``, one for all that have not changed the player's colony. A
    card that still asks the player has its changes alone, above its question.
    """
    calm = []
    for shown in cards:
        (visit, seats_before), position = shown, shown.visit.shown
        if visit.number == 1:
            had = counts_words(seats_before[seat - 1].tokens.counts) or tr("no tokens")
            yield tr("Before the invasion your colony had {tokens}.", tokens=had)
        found = happened.outcomes_of(position, seats_before, [seat], briefly=True)
        effect = effect_of(position, position.seats[seat - 1], seats_before[seat - 1])
        name = card_name(position)
        if effect is not None and effect.open:
            so_far = ". ".join(filter(None, (f"**{name}**", happened.changes_words(effect))))
            yield tr("Card {number}, {card}", number=visit.number, card=so_far)
        elif briefly and found.events[0].kind == "unchanged":
            calm.append(name if position.event else happened.invader_name(position))
        else:
            yield card_line(shown, names, seat if briefly else 0, briefly=True)
    if calm:
        yield label_text(tr("Nothing has changed"), f"{', '.join(calm)}.")


def _sum_turns(turns: Sequence[Event]) -> list[Event]:
    """Several turns as one, with the pieces of each player counted."""
    if len(turns) < 2:
        return [*map(_count_pieces, turns)]
    built = [it for turn in turns for it in cast(Several, turn.fields["built"]).events]
    numbers = Counter[int]()
    for it in built:
        numbers[it.seat] += cast(int, it.fields["number"])
    kinds = ("idle", "built")
    sums = [Event(kinds[it > 0], s, fields={"number": it}) for s, it in sorted(numbers.items())]
    summed = [*map(_count_pieces, sums)]
    first, last = (turns[at].fields["turn"] for at in (0, -1))
    return [Event("turns", fields={"first": first, "last": last, "built": Several(summed, " · ")})]


def _count_pieces(event: Event) -> Event:
    """An event with the number of pieces in the place of their names."""
    fields = dict(event.fields)
    if "number" in fields:
        fields["pieces"] = happened.piece_count_words(cast(int, fields["number"]))
    if isinstance(built := fields.get("built"), Several):
        fields["built"] = built._replace(events=[*map(_count_pieces, built.events)])
    return replace(event, fields=fields)


def missed_way_lines(line: Line, seat: int, cards: Sequence[Shown]) -> Iterator[str]:
    """The ways of missed invaders in the player's colony, except the one that the position has."""
    for shown in cards:
        position = shown.visit.shown
        walked = way_words(position, position.seats[seat - 1])
        if walked and position is not happened.card_position(line[-1]):
            yield label_text(card_name(position), f"{walked}.")


# ---------------------------------------------------------------------- statistics of a player


def highlights(matches: Iterable[PlayedOut]) -> list[str]:
    """The best colony of an earlier round, the most prisoners, the deepest vein."""
    treasure, worths, prisoners, depths = list[int](), [0], [0], [0]
    for views, seat in matches:
        line = [view.seen for view in views]
        treasure.append(line[-1].seats[seat - 1].treasure)
        worths += [profits[seat - 1].worth for profits in line[-1].profits]
        for own in (it.invaded.seats[seat - 1] for it in line if it.invaded is not None):
            prisoners.append(own.tokens.prisoners.bit_count())
            ore = deep_ore(own.colony) | own.colony.sealed_with("gem vein")
            depths += [steps for at, steps in own.colony.distance.items() if ore >> at & 1]
    if not treasure:
        return []
    lines = list[str]()
    if (best := max(worths)) > max(treasure):  # else the best total has told it
        lines.append(tr("Best colony: {count} treasure in a round", count=f"**{best}**"))
    if most := max(prisoners):
        lines.append(label_text(tr("Most prisoners at a time"), str(most)))
    if deepest := max(depths):
        vein = trn(
            "Deepest vein: {count} step from the entrance",
            "Deepest vein: {count} steps from the entrance",
            deepest,
        )
        lines.append(vein)
    return lines


def favourite(matches: Iterable[PlayedOut]) -> str:
    rounds_of = ((views[-1].seen.profits, seat - 1) for views, seat in matches)
    profits = [seats[at] for rounds_played, at in rounds_of for seats in rounds_played]
    return plain_words.most_frequent(
        {
            tr("treasure from gold"): sum(each.gold for each in profits),
            tr("treasure from gems"): 5 * sum(each.gems for each in profits),
            tr("treasure from prisoners"): sum(each.prisoners for each in profits),
            tr("treasure for most guards"): 5 * sum(each.most_guards for each in profits),
        }
    )

"""A slow, plain second implementation of Heroes Beware, to hold the fast one against.

Everything here follows the wording of the rules as directly as possible; it shares no code with
the game it checks, only the contents of the box. `reference_colony` has pieces and colonies,
`reference_walk` what an invader does in one, `reference_table` the seats; `reference_building` and
`reference_invasion` have the stages of a round.

Use `replay(setup, moves)` for the whole JSON record. Moves are written as they stand in a record.
"""

from typing import Any

from tests.games.heroes.reference_colony import reserve_order
from tests.games.heroes.reference_invasion import Invasion
from tests.games.heroes.reference_table import EVENTS, INVADERS, MEDALS, Seat, number

Entry = str | list[Any]


class Match(Invasion):
    """A match that is played on move by move."""

    def __init__(self, setup: str) -> None:
        super().__init__(setup)
        if setup.split("/")[3] == "short":
            for each in self.seats.values():
                each.gems = 1
            self._begin_planning()
        else:
            self._begin_build()

    def to_move(self) -> list[int]:
        """Seats, [0] for chance; nobody if the match is over."""
        if self.phase == "over":
            return []
        if self.due:
            return [0]
        return [seat for seat in self.playing() if self._is_awaited(seat)]

    def _is_awaited(self, seat: int) -> bool:
        each = self.seats[seat]
        match self.phase:
            case "draft":
                return not (each.done or each.finished)
            case "live":
                return not each.done
            case "settling":
                return each.stage != "ready"
            case "invasion":
                return bool(each.steps)
            case _:
                return seat == self.choosing[0]

    # Legal moves.

    def legal(self, seat: int) -> list[str]:
        if seat not in self.to_move():
            return []
        if seat == 0:
            return self._legal_chance()
        each = self.seats[seat]
        match self.phase:
            case "draft":
                return self._legal_draft(each)
            case "live":
                return self._legal_live(each)
            case "settling" if each.stage == "closing":
                return [*self._legal_reserve(each), "end"]
            case "settling" if each.stage == "inspection":
                return self._legal_inspection(each)
            case "settling":
                return self._legal_populate(each)
            case "invasion":
                return self._legal_step(each)
            case _:
                return reserve_order(set(self.offered))

    def _legal_chance(self) -> list[str]:
        match self.due[0][0]:
            case "queue" | "hand":
                return [f"t{tile}" for tile in sorted(self.unseen)]
            case "kind":
                return [f"d{card}" for card in range(1, sum(self.cards.values()) + 1)]
            case "invader":
                return sorted(self.invaders, key=number)
            case "map":
                return sorted(self.maps, key=number)
            case "event":
                return sorted(self.events, key=number)
            case "order":
                return [f"s{seat}" for seat in self._next_in_order()]
            case kind:
                return sorted(self.never_dealt[kind], key=number)

    # ------------------------------------------------------------------------------- moves

    def play(self, seat: int, text: str) -> None:
        """Play a move; the caller makes sure that it is legal."""
        self.plies += 1
        if text == "leave":
            self._leave(seat)
            return
        each = self.seats.get(seat, Seat())
        if seat == 0:
            self._chance(text)
        elif self.phase == "draft":
            self.concealed.setdefault(seat, []).append(self.plies)
            self._play_draft(each, text)
        elif self.phase == "live":
            self._play_live(seat, each, text)
        elif self.phase == "settling":
            self._play_settling(each, text)
        elif self.phase == "invasion":
            self._play_step(each, text)
        else:
            self._take_piece(each, text)
        self._go_on()

    def _go_on(self) -> None:
        """All events that now happen by themselves."""
        if self.due or self.phase == "over":
            return
        match self.phase:
            case "draft":
                self._go_on_drafting()
            case "live":
                tiles_left = self.pile or self.face_up or any(each.hand for each in self.players())
                if not tiles_left or all(each.done for each in self.players()):
                    self._building_is_over()
            case "settling":
                for each in self.players():
                    self._settle(each)
                if all(each.stage == "ready" for each in self.players()):
                    self._begin_invasion()
            case "invasion":
                for each in self.players():
                    self._go_through_steps(each)
                if not any(each.steps for each in self.players()):
                    self._next_card()
            case _:
                if not self.choosing:
                    self._planning_is_over()

    def _chance(self, text: str) -> None:
        what, whom = self.due.pop(0)
        match what:
            case "queue":
                # The first face-down place of those that were to be turned up.
                self.seats[whom].queue[self.to_turn_up[whom].pop(0)] = self._turn_up(text)
            case "hand":
                self.seats[whom].hand = self._turn_up(text)
            case "kind":
                kind = "invader" if number(text) <= self.cards["invader"] else "event"
                self.due = [(kind, 0)] + ([("map", 0)] if kind == "invader" else [])
            case "invader":
                self.invaders.remove(text)
                self.cards["invader"] -= 1
                self.invader = text
            case "map":
                self.maps.remove(text)
                self.map = text
                for each in self.players():
                    self._invade(each, INVADERS[self.invader])
            case "event":
                self.events.remove(text)
                self.cards["event"] -= 1
                for each in self.players():
                    self._event(each, EVENTS[text])
            case "order":
                self.order.append(number(text))
                self._settle_order()
            case _:
                self.never_dealt[what].remove(text)
                self.offered.append(text)
                if not self.due:
                    self._settle_order()

    def _turn_up(self, text: str) -> int:
        self.unseen.remove(number(text))
        return number(text)

    # ----------------------------------------------------------------------------- leaving

    def may_leave(self, seat: int) -> bool:
        return (
            len(self.seats) > 1 and seat in self.playing() and self.phase != "over" and not self.due
        )

    def _leave(self, seat: int) -> None:
        assert self.may_leave(seat)
        each = self.seats[seat]
        if self.phase == "live":
            self._drop(each)
        self.seats[seat] = Seat(left=True, reserve=[])
        self.left.append(seat)
        self.choosing = [other for other in self.choosing if other != seat]
        if len(self.playing()) == 1:
            self.phase = "over"
        self._go_on()

    # ------------------------------------------------------------------ the facts in a record

    def hidden(self) -> dict[int, list[int]]:
        """The numbers of the plays that are shown to their seat alone."""
        return {} if self.phase == "over" else self.concealed

    def seen_by(self, viewer: int | None) -> dict[str, Any]:
        """The facts that a seat (None: a spectator) may know."""
        facts = self.facts()
        if self.phase == "draft":
            for seat in self.playing():
                if seat != viewer:
                    built, reserve = self.turn_began[seat]
                    facts["built"][seat - 1], facts["reserve"][seat - 1] = built, reserve
        return facts

    def facts(self) -> dict[str, Any]:
        seats = self.seats.values()
        kinds = ["gold", "gem", "guard", "trap", "prisoner"]
        phase = "build" if self.phase in {"draft", "live", "settling"} else self.phase
        return {
            "round": self.round,
            "phase": phase,
            "turn": self.turn,
            "pile": self.pile,
            "to_move": self.to_move(),
            "built": [0 if each.left else len(each.colony.sides()) for each in seats],
            "tokens": [[each.colony.total(kind) for kind in kinds] for each in seats],
            "stash": [[each.gold, each.gems] for each in seats],
            "reserve": [reserve_order(each.reserve) for each in seats],
        }

    def summary(self) -> dict[str, Any]:
        """The outcome that a record states."""
        ranks = []
        for seat, each in self.seats.items():
            if each.left:
                behind = self.left[self.left.index(seat) + 1 :]
                ranks.append(1 + len(self.playing()) + len(behind))
            else:
                ranks.append(1 + sum(other.merit > each.merit for other in self.players()))
        totals = [each.treasure for each in self.seats.values()]
        winner = ranks.index(1) + 1 if ranks.count(1) == 1 else None
        result = {"winner": winner, "by": self._by(), "totals": totals}
        return {"ranks": ranks, "rounds": self.rounds, "result": result}

    def _by(self) -> str:
        if len(self.seats) == 1:
            treasure = self.seats[1].treasure
            for medal, least in zip(("gold", "silver", "bronze"), MEDALS[self.build], strict=True):
                if treasure >= least:
                    return medal
            return "none"
        if len(self.playing()) == 1:
            return "left"
        first, second, *_ = sorted((each.merit for each in self.players()), reverse=True)
        if first[0] != second[0]:
            return "treasure"
        return "gems" if first != second else "shared"


class Recorder:
    """A match, and the record with all states that its moves make.

    ``secrets`` has, before the first move and after each one, what a record does not state: how
    many of its latest moves each seat has made in secret, who may leave, and the facts as a
    spectator and each seat may know them.
    """

    def __init__(self, setup: str) -> None:
        self.match = Match(setup)
        self.moves: list[Entry] = []
        self.states: list[dict[str, Any]] = []
        self.secrets: list[dict[str, Any]] = []
        self._note_secrets()

    def _note_secrets(self) -> None:
        match = self.match
        self.secrets.append(
            {
                "concealed": {seat: len(plies) for seat, plies in match.hidden().items()},
                "may leave": [seat for seat in match.seats if match.may_leave(seat)],
                "seen": [match.seen_by(viewer) for viewer in (None, *match.seats)]
                if match.hidden()
                else [],
            }
        )

    def play(self, seat: int, text: str) -> None:
        match = self.match
        alone = len(match.to_move()) == 1 and text != "leave"
        legal = match.legal(seat)
        assert text in legal or text == "leave", (seat, text, legal)
        match.play(seat, text)
        self.moves.append(text if alone else [seat, text])
        self.states.append({"seat": seat, "legal": legal, **match.facts()})
        self._note_secrets()

    def record(self) -> dict[str, Any]:
        record = {
            "game": "heroes",
            "setup": self.match.setup,
            "moves": self.moves,
            "states": self.states,
        }
        return record | self.match.summary() if self.match.phase == "over" else record

"""The words and buttons of questions between players, of their answers, and of claims."""

from collections.abc import Collection

from cogs.board.views.match_views import board_link, button, draw_button
from cogs.contract.face import Face
from cogs.contract.sign import spelled
from cogs.frame.layout import Button, Content, layout
from cogs.frame.names import names_of
from cogs.presses import MatchAction, MatchPress
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.match.agreements import deciders
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.terms import Motion, Question
from prowlerbot.match.timeline import Timeline

_QUESTION_LINES = {
    Motion.CANCEL: mark("❓ **{player}** asks to end the match without a result."),
    Motion.DRAWN: mark("❓ **{player}** asks to have the rest of the set-up drawn by lot."),
    Motion.TAKEBACK: mark("❓ **{player}** asks to take back {move}."),
}
_REFUSAL_LINES = {
    Motion.CANCEL: mark("✋ **{player}** refused to end the match without a result."),
    Motion.DRAWN: mark("✋ **{player}** refused to have the rest of the set-up drawn by lot."),
    Motion.TAKEBACK: mark("✋ **{player}** refused: {asker} cannot take back {move}."),
}


def move_words(seat: int, known: Timeline, face: Face) -> str:
    """The move that a seat can take back, in the players' words; empty if there is none."""
    ply = known.retractable
    if ply is None or known.plays[ply].seat != seat:
        return ""
    return _move_or_last_words(known.views[ply], known.plays[ply].move, face)


def _move_or_last_words(view: AnyView, move: str, face: Face) -> str:
    """A move in the players' words; an unknown one is the last move."""
    return face.move_words(view, move) if move else tr("the last move")


def question_line(match: Match, known: Timeline, face: Face) -> str:
    """The open question, for everybody to read; empty if there is none."""
    if (question := match.question) is None:
        if known.drawn:
            return trn(
                "🎲 The rest of the set-up was drawn by lot: {count} move.",
                "🎲 The rest of the set-up was drawn by lot: {count} moves.",
                known.drawn,
            )
        return taken_back_line(match, known, face)
    if not question.open:
        return refused_line(match, known, face)
    asker, move = names_of(match, question.seat), move_words(question.seat, known, face)
    question_text = tr(_QUESTION_LINES[question.asked], player=asker, move=f"**{move}**")
    agreed = names_of(match, *question.agreed)
    lines = [question_text, tr("{player} agreed.", player=agreed)] if agreed else [question_text]
    return " ".join([*lines, _waiting_words(match, known, question)])


def _waiting_words(match: Match, known: Timeline, question: Question) -> str:
    waiting = names_of(match, *seats_to_answer(match, known, question))
    return tr("Waiting for {players}.", players=waiting)


def seats_to_answer(match: Match, known: Timeline, question: Question) -> list[int]:
    needed = deciders(match, known.present, question.asked)
    return sorted(needed - {question.seat, *question.agreed})


def refused_line(match: Match, known: Timeline, face: Face) -> str:
    """The refusal of a question, until play goes on."""
    question = match.question
    if question is None or question.open:
        return ""
    player, asker = names_of(match, question.refused_by), names_of(match, question.seat)
    move = f"**{move_words(question.seat, known, face)}**"
    return tr(_REFUSAL_LINES[question.asked], player=player, asker=asker, move=move)


def outcome_text(old_match: Match, match: Match, user: int, known: Timeline, face: Face) -> str:
    """The private text for the asker after this user's answer to the question."""
    question, seat = old_match.question, match.seat_of(user)
    if refusal := refused_line(match, known, face):
        return refusal
    if question is None or seat is None or seat == question.seat:
        return tr("You have withdrawn your question.")
    agreed = tr("{player} agreed.", player=names_of(match, *sorted({*question.agreed, seat})))
    if match.open_question is None:
        return agreed
    return f"{agreed} {_waiting_words(match, known, match.open_question)}"


def taken_back_line(match: Match, known: Timeline, face: Face, reader: int = 0) -> str:
    """The note that a move was just taken back, and for the ``reader`` who asked, who agreed."""
    undone = known.undone
    if undone is None or undone.ply != known.ply:
        return ""
    move = f"**{_move_or_last_words(known.present, undone.move, face)}**"
    agreed = deciders(match, known.present, Motion.TAKEBACK) - {undone.seat}
    if reader == undone.seat and agreed and match.terms.takebacks == "ask":
        players = names_of(match, *sorted(agreed))
        return tr("↩️ {players} agreed: {move} is taken back.", players=players, move=move)
    return tr("↩️ {player} took back {move}.", player=names_of(match, undone.seat), move=move)


def question_view(
    match: Match, known: Timeline, face: Face, question: Question, link: str
) -> Content:
    """The message with the question to the others; it mentions the players yet to answer."""
    hint = tr("No need to answer: it lapses with the next move.")
    if match.has_machine and question.asked is Motion.DRAWN:
        hint = tr("No need to answer: it lapses with a player's next move.")
    to_answer = seats_to_answer(match, known, question)
    mentions = " ".join(f"<@{match.player(seat).id}>" for seat in to_answer)
    text = f"{mentions} {question_line(match, known, face)} {link}\n-# {hint}"
    row = [*answer_buttons(match, known, face), _question_button(match, "withdraw", tr("Withdraw"))]
    return layout(text, rows=[row])


def answer_buttons(match: Match, known: Timeline, face: Face) -> list[Button]:
    """The buttons for the players who are asked."""
    if (question := match.open_question) is None:
        return []
    if question.asked is Motion.CANCEL:
        label = tr("Agree: no result")
    elif question.asked is Motion.DRAWN:
        label = tr("Agree: draw the rest")
    else:
        with spelled():
            label = tr("Agree: take back {move}", move=move_words(question.seat, known, face))
    agree = _question_button(match, "agree", label)
    return [agree, _question_button(match, "refuse", tr("Refuse"))]


def question_buttons(
    match: Match, seat: int, known: Timeline, face: Face, *, late: Collection[int]
) -> list[Button]:
    """The questions, answers and claims open to a player now; ``late`` seats can be claimed."""
    if match.phase is not Phase.PLAYING or seat in match.left:
        return []
    question, row = match.open_question, list[Button]()
    if question is None:
        row = _askable_buttons(match, seat, known, face)
    elif question.seat == seat:
        row = [_question_button(match, "withdraw", tr("Withdraw"))]
    elif seat in deciders(match, known.present, question.asked) - {*question.agreed}:
        row = answer_buttons(match, known, face)
    if late:
        row.append(claim_button(match))
    return row


_CLAIM = mark("Claim the win against {players}? This cannot be undone.")
_CLAIM_OF_SEVERAL = mark("Make {players} leave the match? This cannot be undone.")


def claim_button(match: Match, *, sure: bool = False) -> Button:
    label = tr("Claim victory") if len(match.players) == 2 else tr("Make late players leave")
    return button("claim!" if sure else "claim", match, label, "⌛")


def late_line(match: Match, late: Collection[int]) -> str:
    """The players whose time is up."""
    return tr("The time of {players} is up.", players=names_of(match, *sorted(late)))


def claim_question(old_match: Match, new_match: Match) -> Content:
    """The question before a claim that leads to the match ``new_match`` it."""
    removed = old_match.voters - new_match.voters
    others = names_of(old_match, *sorted(removed or old_match.voters - {new_match.ended_by}))
    question = tr(_CLAIM_OF_SEVERAL if removed else _CLAIM, players=others)
    hint = "-# " + tr("To keep waiting, dismiss this message.")
    lines = [question, _unrated_line(old_match, new_match), hint]
    return layout("\n".join(filter(None, lines)), rows=[[claim_button(old_match, sure=True)]])


def _askable_buttons(match: Match, seat: int, known: Timeline, face: Face) -> list[Button]:
    row = list[Button]()
    with spelled():
        move = move_words(seat, known, face)
    if move:
        label = tr("Take back {move}", move=move)
        row.append(button("ask", match, label, "↩️", argument=Motion.TAKEBACK))
    if known.present.seen.drawable and seat not in known.present.out:
        row.append(draw_button(match))
    may_cancel = not match.has_machine and not match.terms.competition
    if may_cancel and len(match.players) > 1:
        row.append(button("ask", match, tr("Cancel match"), "🤝", argument=Motion.CANCEL))
    last_question = match.question
    if last_question is not None and last_question.seat == seat:
        row = [ask_button for ask_button in row if question_of(ask_button) != last_question.asked]
    return row


def question_of(ask_button: Button) -> str:
    """The question that a button asks; empty for any other button."""
    press = ask_button.press
    return press.argument if isinstance(press, MatchPress) and press.action == "ask" else ""


def asked_text(match: Match, seat: int, known: Timeline, face: Face, link: str | None) -> str:
    """The text for the asker: the question waits, or its effect with a ``link`` to the board."""
    if match.question is None:
        effect = taken_back_line(match, known, face) or question_line(match, known, face)
        return f"{effect} {board_link(link)}" if link else effect
    if match.question.seat != seat:
        return tr("You have agreed.")  # another player had asked for the same
    players = names_of(match, *seats_to_answer(match, known, match.question))
    return tr("Waiting for {players}. You can withdraw your question in the menu.", players=players)


def answered_text(match: Match, question: Question | None, user: int) -> str:
    """The text in the menu for the player who answered."""
    if question is not None and match.seat_of(user) == question.seat:
        return tr("You have withdrawn your question.")
    if match.question is not None and match.question.refused_by:
        return tr("You have refused.")
    return tr("You have agreed.")


def claimed_text(old_match: Match, new_match: Match) -> str:
    """The text for the player who claimed. It says if the match is no longer rated."""
    lines = _effect_of_claim(old_match, new_match), _unrated_line(old_match, new_match)
    return "\n".join(filter(None, lines))


def _unrated_line(old_match: Match, new_match: Match) -> str:
    if not old_match.terms.rated or new_match.terms.rated or old_match.terms.takeover:
        return ""
    if old_match.terms.is_timed and len(old_match.players) > 2:  # perhaps somebody never came
        return ""
    return tr(
        "The match is not rated, because a player who stays may remove others from this server."
    )


def _effect_of_claim(old_match: Match, new_match: Match) -> str:
    """The effect of a claim: the player has won, or the late players are out of the match."""
    if len(old_match.players) == 2:
        other = names_of(old_match, 3 - new_match.ended_by)
        return tr("⌛ {player} ran out of time. You win the match.", player=other)
    removed = old_match.voters - new_match.voters
    players = names_of(old_match, *sorted(removed))
    if not removed:
        return tr("⌛ The match is over.")
    if new_match.left == old_match.left:
        return tr("⌛ The machine plays on for {players}.", players=players)
    return tr("⌛ {players} had to leave the match.", players=players)


def _question_button(match: Match, action: MatchAction, label: str) -> Button:
    subject = match.question.asked if match.question is not None else ""
    return button(action, match, label, argument=subject)

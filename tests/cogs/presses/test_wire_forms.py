"""Every custom_id that the bot makes, as it stands in messages already sent.

A custom_id of another form would leave those messages with buttons that do nothing.
"""

from __future__ import annotations

from typing import Any

from cogs.admin import doctor, settings
from cogs.frame.press import Action, CustomId, MatchPress, ReplayPress
from cogs.life.tutorial import Page
from cogs.people import avoiding, privacy
from cogs.people.list_presses import LeaderboardPress, PlayerPress
from cogs.views import competition_buttons, daily_buttons, finding_buttons, hub_buttons
from cogs.views.competition_buttons import CompetitionPress
from cogs.views.daily_buttons import DailyPress
from cogs.views.finding_buttons import FindPress
from cogs.views.hub_buttons import HubPress
from cogs.views.puzzle_views import NextPress
from cogs.views.tries import TryPress
from tests.cases import each_of

MATCH = "95e64ext"
PUZZLE = "074675967104"
USER = 1456074443980800025

OF_MATCHES: dict[str, MatchPress] = {
    "accept:95e64ext:0:": MatchPress(Action.ACCEPT, MATCH),
    "decline:95e64ext:0:": MatchPress(Action.DECLINE, MATCH),
    "cancel:95e64ext:0:": MatchPress(Action.CANCEL, MATCH),
    "join:95e64ext:0:": MatchPress(Action.JOIN, MATCH),
    "join:95e64ext:0:menu4": MatchPress(Action.JOIN, MATCH, 0, "menu4"),
    "stepout:95e64ext:0:": MatchPress(Action.STEP_OUT, MATCH),
    "machine:95e64ext:0:menu4": MatchPress(Action.ADD_MACHINE, MATCH, 0, "menu4"),
    "start:95e64ext:0:": MatchPress(Action.START, MATCH),
    "m:95e64ext:2:2>B": MatchPress(Action.MOVE, MATCH, 2, "2>B"),
    "m:95e64ext:40:no-1-1": MatchPress(Action.MOVE, MATCH, 40, "no-1-1"),
    "m:95e64ext:5:c:D3": MatchPress(Action.MOVE, MATCH, 5, "c:D3"),
    "choose:95e64ext:1:p:A": MatchPress(Action.CHOOSE, MATCH, 1, "p:A"),
    "back:95e64ext:2:": MatchPress(Action.BACK, MATCH, 2),
    "pick:95e64ext:2:0": MatchPress(Action.PICK, MATCH, 2, "0"),
    "menu:95e64ext:12:": MatchPress(Action.MENU, MATCH, 12),
    "scores:95e64ext:12:": MatchPress(Action.SCORES, MATCH, 12),
    "describe:95e64ext:12:": MatchPress(Action.DESCRIBE, MATCH, 12),
    "rules:95e64ext:12:": MatchPress(Action.RULES, MATCH, 12),
    "record:95e64ext:12:": MatchPress(Action.RECORD, MATCH, 12),
    "repost:95e64ext:12:": MatchPress(Action.REPOST, MATCH, 12),
    "resign:95e64ext:12:": MatchPress(Action.RESIGN, MATCH, 12),
    "resign!:95e64ext:12:": MatchPress(Action.CONFIRM_RESIGNING, MATCH, 12),
    "look:95e64ext:0:": MatchPress(Action.LOOK, MATCH),
    "lookback:95e64ext:68:2.1": MatchPress(Action.LOOK_BACK, MATCH, 68, "2.1"),
    "try:95e64ext:12.3:b4@H9r2": MatchPress(Action.TRY, MATCH, 12, "b4@H9r2", 3),
    "try1:95e64ext:1:2>B": MatchPress(Action.TRY_ONCE, MATCH, 1, "2>B"),
    "wonder:95e64ext:5:end?": MatchPress(Action.WONDER, MATCH, 5, "end?"),
    "confirm:95e64ext:9:18": MatchPress(Action.CONFIRM, MATCH, 9, "18"),
    "confirm1:95e64ext:9:>C": MatchPress(Action.CONFIRM_ONCE, MATCH, 9, ">C"),
    "atonce:95e64ext:9:>C": MatchPress(Action.AT_ONCE, MATCH, 9, ">C"),
    "plan:95e64ext:12.3:b4@H9r2": MatchPress(Action.PLAN, MATCH, 12, "b4@H9r2", 3),
    "planpick:95e64ext:9:0": MatchPress(Action.PLAN_PICK, MATCH, 9, "0"),
    "unplan:95e64ext:10.3:": MatchPress(Action.UNPLAN, MATCH, 10, own=3),
    "order:95e64ext:105:-no-guards": MatchPress(Action.ORDER, MATCH, 105, "-no-guards"),
    "pre:95e64ext:9:": MatchPress(Action.PREMOVES, MATCH, 9),
    "preback:95e64ext:9:": MatchPress(Action.PREMOVES_BACK, MATCH, 9),
    "preline:95e64ext:5:4,7?column:A": MatchPress(Action.PREMOVE_LINE, MATCH, 5, "4,7?column:A"),
    "preset:95e64ext:9:4,7,8,1": MatchPress(Action.PREMOVE_SET, MATCH, 9, "4,7,8,1"),
    "predrop:95e64ext:9:4,7": MatchPress(Action.PREMOVE_DROP, MATCH, 9, "4,7"),
    "presame:95e64ext:9:4,7": MatchPress(Action.PREMOVE_SAME, MATCH, 9, "4,7"),
    "prepick:95e64ext:9:0": MatchPress(Action.PREMOVE_PICK, MATCH, 9, "0"),
    "ask:95e64ext:1:takeback": MatchPress(Action.ASK, MATCH, 1, "takeback"),
    "agree:95e64ext:6:takeback": MatchPress(Action.AGREE, MATCH, 6, "takeback"),
    "refuse:95e64ext:6:cancel": MatchPress(Action.REFUSE, MATCH, 6, "cancel"),
    "withdraw:95e64ext:6:drawn": MatchPress(Action.WITHDRAW, MATCH, 6, "drawn"),
    "claim:95e64ext:7:": MatchPress(Action.CLAIM, MATCH, 7),
    "takeseat:95e64ext:9:2": MatchPress(Action.TAKE_SEAT, MATCH, 9, "2"),
    "rematch:95e64ext:40:medium": MatchPress(Action.REMATCH, MATCH, 40, "medium"),
    "hint:95e64ext:9.2:1": MatchPress(Action.HINT, MATCH, 9, "1", 2),
    "follow:95e64ext:9:": MatchPress(Action.FOLLOW, MATCH, 9),
}

OF_RECORDS: dict[str, ReplayPress] = {
    "replay:95e64ext:12:": ReplayPress(Action.REPLAY, MATCH, 12),
    "replay:95e64ext:12:@card2.3": ReplayPress(Action.REPLAY, MATCH, 12, "", "card2.3"),
    "step:95e64ext:12:back": ReplayPress(Action.STEP, MATCH, 12, "back"),
    "step:95e64ext:72:forward@round2": ReplayPress(Action.STEP, MATCH, 72, "forward", "round2"),
    "jump:95e64ext:72:@card2.3": ReplayPress(Action.JUMP, MATCH, 72, "", "card2.3"),
    "chapter:95e64ext:72:": ReplayPress(Action.CHAPTER, MATCH, 72),
    "tell:95e64ext:72:": ReplayPress(Action.TELL, MATCH, 72),
    "share:95e64ext:72:@card2.3": ReplayPress(Action.SHARE, MATCH, 72, "", "card2.3"),
    "publish:95e64ext:72:": ReplayPress(Action.PUBLISH, MATCH, 72),
    "unpublish:95e64ext:72:": ReplayPress(Action.UNPUBLISH, MATCH, 72),
    "animate:95e64ext:40:any": ReplayPress(Action.ANIMATE, MATCH, 40, "any"),
    "animate:95e64ext:40:quick-all@round2": ReplayPress(
        Action.ANIMATE, MATCH, 40, "quick-all", "round2"
    ),
    "playon:95e64ext:2:1": ReplayPress(Action.PLAY_ON, MATCH, 2, "1"),
    "branch:95e64ext:2:1": ReplayPress(Action.BRANCH, MATCH, 2, "1"),
    "branch:95e64ext:2:1/anybody": ReplayPress(Action.BRANCH, MATCH, 2, "1/anybody"),
    "review:95e64ext:0:": ReplayPress(Action.REVIEW, MATCH, 0),
    "reviewed:95e64ext:3:t": ReplayPress(Action.REVIEWED, MATCH, 3, "t"),
    "reviewed:95e64ext:0:any.": ReplayPress(Action.REVIEWED, MATCH, 0, "any."),
    "reviewed:95e64ext:1:2.answer": ReplayPress(Action.REVIEWED, MATCH, 1, "2.answer"),
    "review!:95e64ext:0:": ReplayPress(Action.REVIEW_ANEW, MATCH, 0),
    "sharereview:95e64ext:3:t": ReplayPress(Action.SHARE_REVIEW, MATCH, 3, "t"),
}

TRIES: dict[str, TryPress] = {
    "retry:95e64ext:3:t,0": TryPress(Action.RETRY, MATCH, 3, "t"),
    "retry:95e64ext:7:2,2!t:G2": TryPress(Action.RETRY, MATCH, 7, "2", 2, move="t:G2"),
    "retry:95e64ext:17:t,0?end?": TryPress(Action.RETRY, MATCH, 17, "t", 0, "end?"),
    "puzzle:074675967104:0:,0": TryPress(Action.PUZZLE, PUZZLE),
    "puzzle:074675967104:0:statue,1!": TryPress(Action.PUZZLE, PUZZLE, 0, "statue", 1, move=""),
    "puzzle:074675967104:0:,2?around!c:H4": TryPress(
        Action.PUZZLE, PUZZLE, 0, "", 2, "around", "c:H4"
    ),
    "puzzle:074675967104:0:,1#0": TryPress(Action.PUZZLE, PUZZLE, 0, "", 1, menu=0),
}

OF_LISTS: dict[str, object] = {
    "profile::0:prowler:1456074443980800025": PlayerPress(Action.PROFILE, "prowler", USER),
    "card::0:prowler:1456074443980800025": PlayerPress(Action.CARD, "prowler", USER),
    "history::2:prowler:1456074443980800025": PlayerPress(Action.HISTORY, "prowler", USER, 2),
    "statistics::0:prowler:1456074443980800025": PlayerPress(Action.STATISTICS, "prowler", USER),
    "against::0:prowler:1456074443980800025": PlayerPress(Action.AGAINST, "prowler", USER),
    "leaders::3:prowler:overall": LeaderboardPress(Action.LEADERS, "prowler", "overall", 3),
    "listed::1:prowler:server": LeaderboardPress(Action.LISTED, "prowler", "server", 1),
    "matches::1:prowler": CustomId(Action.MATCHES, "", 1, "prowler"),
    "matches::0:": CustomId(Action.MATCHES),
    "unfollow:95e64ext:0:": CustomId(Action.UNFOLLOW, MATCH),
    "unfollow:95e64ext:12:": CustomId(Action.UNFOLLOW, MATCH, 12),
    "unfollow:95e64ext:0:end": CustomId(Action.UNFOLLOW, MATCH, 0, "end"),
}

OF_GAMES: dict[str, object] = {
    "hub:open:": HubPress(hub_buttons.Way.OPEN),
    "hub:now:prowler": HubPress(hub_buttons.Way.NOW, "prowler"),
    "hub:ask:prowler": HubPress(hub_buttons.Way.ASK, "prowler"),
    "hub:asked:prowler": HubPress(hub_buttons.Way.ASKED, "prowler"),
    "hub:anybody:prowler": HubPress(hub_buttons.Way.ANYBODY, "prowler"),
    "hub:again:95e64ext": HubPress.again(MATCH),
    "hub:again:95e64ext@medium": HubPress.again(MATCH, "medium"),
    "hub:with:prowler@1456074443980800025": HubPress.with_user("prowler", USER),
    "hub:help:": HubPress(hub_buttons.Way.HELP),
    "find:open:": FindPress(finding_buttons.Way.OPEN),
    "find:change:": FindPress(finding_buttons.Way.CHANGE),
    "find:submit:": FindPress(finding_buttons.Way.SUBMIT),
    "find:stop:": FindPress(finding_buttons.Way.STOP),
    "find:yes:95e64ext": FindPress(finding_buttons.Way.YES, MATCH),
    "find:no:95e64ext": FindPress(finding_buttons.Way.NO, MATCH),
    "nextpuzzle:prowler:": NextPress("prowler"),
    "nextpuzzle:prowler:statue": NextPress("prowler", "statue"),
    "lesson:prowler:0:-:?": Page("prowler", 0),
    "lesson:prowler:5:9,16>M:?": Page("prowler", 5, ("9", "16>M")),
    "lesson:prowler:2:-:?14": Page("prowler", 2, (), "14"),
    "lesson:landgrab:3:c:F6,a:2:?": Page("landgrab", 3, ("c:F6", "a:2")),
    "lesson:landgrab:1:c:F6:?c:F6": Page("landgrab", 1, ("c:F6",), "c:F6"),
}

OF_DAYS: dict[str, DailyPress] = {
    "day:open::0": DailyPress(daily_buttons.Way.OPEN),
    "day:posted::20454": DailyPress(daily_buttons.Way.POSTED, day=20454),
    "day:play:prowler:20454": DailyPress(daily_buttons.Way.PLAY, "prowler", 20454),
    "day:begin:prowler:20454": DailyPress(daily_buttons.Way.BEGIN, "prowler", 20454),
    "day:fun:prowler:20454": DailyPress(daily_buttons.Way.FUN, "prowler", 20454),
    "day:result:prowler:20454": DailyPress(daily_buttons.Way.RESULT, "prowler", 20454),
    "day:post:prowler:20454": DailyPress(daily_buttons.Way.POST, "prowler", 20454),
    "day:here:prowler:20454": DailyPress(daily_buttons.Way.HERE, "prowler", 20454),
    "day:all:prowler:20454": DailyPress(daily_buttons.Way.ALL, "prowler", 20454),
    "day:earlier::20454": DailyPress(daily_buttons.Way.EARLIER, day=20454),
}

OF_COMPETITIONS: dict[str, CompetitionPress] = {
    f"comp:{way}:c95e64ext:{numbers}:{place}": CompetitionPress(
        competition_buttons.Way(way), "c95e64ext", number, page, place
    )
    for way, numbers, number, page, place in [
        ("join", "0.0", 0, 0, "main"),
        ("leave", "0.0", 0, 0, "main"),
        ("leave!", "0.0", 0, 0, ""),
        ("checkin", "0.0", 0, 0, "checkin"),
        ("mine", "0.0", 0, 0, "main"),
        ("standings", "2.0", 2, 0, "▶️"),
        ("table", "0.0", 0, 0, ""),
        ("pairings", "3.1", 3, 1, "round3"),
        ("rules", "0.0", 0, 0, "main"),
        ("record", "0.0", 0, 0, "final"),
        ("challenge", "0.0", 0, 0, "main"),
        ("challenge!", "0.0", 0, 0, ""),
        ("holiday", "0.0", 0, 0, "main"),
        ("holiday!", "0.0", 0, 0, ""),
        ("endladder", "0.0", 0, 0, ""),
        ("end!", "0.0", 0, 0, ""),
        ("endround!", "3.0", 3, 0, ""),
        ("remove!", "0.0", 0, 0, "1456074443980800025"),
    ]
}

TABLE: dict[str, Any] = {
    **OF_MATCHES,
    **OF_RECORDS,
    **TRIES,
    **OF_LISTS,
    **OF_GAMES,
    **OF_DAYS,
    **OF_COMPETITIONS,
}


@each_of("text", [*TABLE])
def test_a_press_is_written_as_it_stands_in_messages_and_read_from_there(text: str) -> None:
    press = TABLE[text]
    assert str(press) == text
    assert type(press).read(text) == press
    assert len(text) <= 100, "Discord's limit"


@each_of("action", [*Action])
def test_the_table_has_every_action(action: Action) -> None:
    assert any(text.startswith(f"{action}:") for text in TABLE)


def test_presses_without_data_and_settings_are_written_as_they_stand_in_messages() -> None:
    assert doctor._REPAIR == "doctor:repair"
    assert privacy._DELETE == "privacy:delete"
    assert avoiding._REMOVE == "avoid"
    assert (settings.POST, settings.REMOVE) == ("greeting:post", "greeting:remove")
    assert (hub_buttons.TEACH, hub_buttons.PUZZLES) == ("teach", "puzzles")


FORGED: dict[type[Any], list[str]] = {
    MatchPress: [
        "",
        "m",
        "m:95e64ext:1",
        "m:95e64ext:-1:",
        "m:95e64ext:x:",
        "m:95e64ext:1.:",
        "m:95e64ext:1.2.3:",
        "m:95e64ext:\u0661:",
        "move:95e64ext:1:",
    ],
    ReplayPress: ["", "step:95e64ext:1", "step:95e64ext::", "step:95e64ext:1.2:", "steps:x:1:"],
    TryPress: [
        "retry:95e64ext:3:t",
        "retry:95e64ext:3:t,",
        "retry:95e64ext:3:t,4",
        "retry:95e64ext:3:t,0!1",
        "retry:95e64ext:3:t,x#1",
        "retry:95e64ext:3:t,1#x",
        "retry:95e64ext:x:t,0",
    ],
    PlayerPress: [
        "card::0:prowler:",
        "card::0:prowler:somebody",
        "card::-1:prowler:1",
        "card::0:prowler:9223372036854775808",
        "card:0:prowler:1",
    ],
    LeaderboardPress: [
        "leaders::0:prowler:",
        "leaders::0:prowler:nowhere",
        "leaders::x:prowler:server",
    ],
    HubPress: ["hub", "hub:open", "hub:else:"],
    FindPress: ["find:yes", "find:perhaps:95e64ext", "find::"],
    NextPress: ["nextpuzzle:", "nextpuzzle:prowler"],
    Page: [
        "lesson",
        "lesson:prowler:1",
        "lesson:prowler:1:-",
        "lesson:prowler:x:-:?",
        "m:1:2:3:?",
    ],
    DailyPress: [
        "day:open:",
        "day:open::",
        "day:open::-1",
        "day:open::100000",
        "day:close::0",
    ],
    CompetitionPress: [
        "comp:join:c95e64ext:0:main",
        "comp:join:c95e64ext:0.:main",
        "comp:join:c95e64ext:10000.0:main",
        "comp:join:c95e64ext:0.10000:main",
        "comp:jump:c95e64ext:0.0:main",
        "comp:join:c95e64ext:0.0",
    ],
}


@each_of("kind", [*FORGED])
def test_a_text_that_no_button_carries_is_no_press(kind: type[Any]) -> None:
    assert [text for text in FORGED[kind] if kind.read(text) is not None] == []

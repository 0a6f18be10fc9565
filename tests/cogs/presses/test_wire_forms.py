"""Every custom_id that the bot makes, as it stands in messages already sent.

A custom_id of another form would leave those messages with buttons that do nothing.
"""

from typing import Literal, get_args, get_origin, get_type_hints

from cogs.presses import addresses
from cogs.presses.addresses import (
    CUSTOM_ID_LIMIT,
    BranchPress,
    ClubPress,
    CompetitionPress,
    DailyPress,
    FindPress,
    HostedPress,
    HubPress,
    LeaderboardPress,
    LessonPress,
    LogPress,
    MatchesPress,
    MatchPress,
    NextPuzzlePress,
    PlainPress,
    PlayerPress,
    Press,
    RemovePress,
    ReplayPress,
    ReviewPress,
    RulesPress,
    SettingPress,
    TeachPress,
    TellPress,
    TryPress,
    UnfollowPress,
)
from tests.cases import each_of

MATCH = "95e64ext"
COMPETITION = "c95e64ext"
PUZZLE = "074675967104"
USER = 1456074443980800025

OF_MATCHES: dict[str, MatchPress] = {
    "accept:95e64ext:0:": MatchPress("accept", MATCH),
    "decline:95e64ext:0:": MatchPress("decline", MATCH),
    "cancel:95e64ext:0:": MatchPress("cancel", MATCH),
    "end:95e64ext:0:": MatchPress("end", MATCH),
    "end!:95e64ext:0:": MatchPress("end!", MATCH),
    "join:95e64ext:0:": MatchPress("join", MATCH),
    "join:95e64ext:0:menu4": MatchPress("join", MATCH, 0, "menu4"),
    "stepout:95e64ext:0:": MatchPress("stepout", MATCH),
    "machine:95e64ext:0:menu4": MatchPress("machine", MATCH, 0, "menu4"),
    "start:95e64ext:0:": MatchPress("start", MATCH),
    "m:95e64ext:2:2>B": MatchPress("m", MATCH, 2, "2>B"),
    "m:95e64ext:40:no-1-1": MatchPress("m", MATCH, 40, "no-1-1"),
    "m:95e64ext:5:c:D3": MatchPress("m", MATCH, 5, "c:D3"),
    "choose:95e64ext:1:p:A": MatchPress("choose", MATCH, 1, "p:A"),
    "back:95e64ext:2:": MatchPress("back", MATCH, 2),
    "pick:95e64ext:2:0": MatchPress("pick", MATCH, 2, "0"),
    "menu:95e64ext:12:": MatchPress("menu", MATCH, 12),
    "scores:95e64ext:12:": MatchPress("scores", MATCH, 12),
    "describe:95e64ext:12:": MatchPress("describe", MATCH, 12),
    "rules:95e64ext:12:": MatchPress("rules", MATCH, 12),
    "record:95e64ext:12:": MatchPress("record", MATCH, 12),
    "repost:95e64ext:12:": MatchPress("repost", MATCH, 12),
    "refresh:95e64ext:12:": MatchPress("refresh", MATCH, 12),
    "repost!:95e64ext:12:": MatchPress("repost!", MATCH, 12),
    "resign:95e64ext:12:": MatchPress("resign", MATCH, 12),
    "resign!:95e64ext:12:": MatchPress("resign!", MATCH, 12),
    "look:95e64ext:0:": MatchPress("look", MATCH),
    "lookback:95e64ext:68:2.1": MatchPress("lookback", MATCH, 68, "2.1"),
    "nextboard:95e64ext:0:": MatchPress("nextboard", MATCH),
    "topic:95e64ext:68:1": MatchPress("topic", MATCH, 68, "1"),
    "try:95e64ext:12.3:b4@H9r2": MatchPress("try", MATCH, 12, "b4@H9r2", 3),
    "try1:95e64ext:1:2>B": MatchPress("try1", MATCH, 1, "2>B"),
    "wonder:95e64ext:5:end?": MatchPress("wonder", MATCH, 5, "end?"),
    "wonder1:95e64ext:5:7": MatchPress("wonder1", MATCH, 5, "7"),
    "confirm:95e64ext:9:18": MatchPress("confirm", MATCH, 9, "18"),
    "confirm1:95e64ext:9:>C": MatchPress("confirm1", MATCH, 9, ">C"),
    "atonce:95e64ext:9:>C": MatchPress("atonce", MATCH, 9, ">C"),
    "plan:95e64ext:12.3:b4@H9r2": MatchPress("plan", MATCH, 12, "b4@H9r2", 3),
    "planpick:95e64ext:9:0": MatchPress("planpick", MATCH, 9, "0"),
    "unplan:95e64ext:10.3:": MatchPress("unplan", MATCH, 10, own=3),
    "order:95e64ext:105:-no-guards": MatchPress("order", MATCH, 105, "-no-guards"),
    "pre:95e64ext:9:": MatchPress("pre", MATCH, 9),
    "preback:95e64ext:9:": MatchPress("preback", MATCH, 9),
    "preline:95e64ext:5:4,7?column:A": MatchPress("preline", MATCH, 5, "4,7?column:A"),
    "preset:95e64ext:9:4,7,8,1": MatchPress("preset", MATCH, 9, "4,7,8,1"),
    "predrop:95e64ext:9:4,7": MatchPress("predrop", MATCH, 9, "4,7"),
    "presame:95e64ext:9:4,7": MatchPress("presame", MATCH, 9, "4,7"),
    "prepick:95e64ext:9:0": MatchPress("prepick", MATCH, 9, "0"),
    "prego:95e64ext:9:3": MatchPress("prego", MATCH, 9, "3"),
    "ask:95e64ext:1:takeback": MatchPress("ask", MATCH, 1, "takeback"),
    "agree:95e64ext:6:takeback": MatchPress("agree", MATCH, 6, "takeback"),
    "refuse:95e64ext:6:cancel": MatchPress("refuse", MATCH, 6, "cancel"),
    "withdraw:95e64ext:6:drawn": MatchPress("withdraw", MATCH, 6, "drawn"),
    "claim:95e64ext:7:": MatchPress("claim", MATCH, 7),
    "claim!:95e64ext:7:": MatchPress("claim!", MATCH, 7),
    "takeseat:95e64ext:9:2": MatchPress("takeseat", MATCH, 9, "2"),
    "rematch:95e64ext:40:medium": MatchPress("rematch", MATCH, 40, "medium"),
    "hint:95e64ext:9.2:1": MatchPress("hint", MATCH, 9, "1", 2),
    "giveday:95e64ext:9:2": MatchPress("giveday", MATCH, 9, "2"),
    "follow:95e64ext:9:": MatchPress("follow", MATCH, 9),
}

OF_RECORDS: dict[str, Press] = {
    "replay:95e64ext:12:": ReplayPress("replay", MATCH, 12),
    "replay:95e64ext:12:@card2.3": ReplayPress("replay", MATCH, 12, "", "card2.3"),
    "step:95e64ext:12:back": ReplayPress("step", MATCH, 12, "back"),
    "step:95e64ext:72:forward@round2": ReplayPress("step", MATCH, 72, "forward", "round2"),
    "jump:95e64ext:72:@card2.3": ReplayPress("jump", MATCH, 72, "", "card2.3"),
    "chapter:95e64ext:72:": ReplayPress("chapter", MATCH, 72),
    "tell:95e64ext:72:": ReplayPress("tell", MATCH, 72),
    "share:95e64ext:72:@card2.3": ReplayPress("share", MATCH, 72, "", "card2.3"),
    "publish:95e64ext:72:": ReplayPress("publish", MATCH, 72),
    "unpublish:95e64ext:72:": ReplayPress("unpublish", MATCH, 72),
    "animate:95e64ext:40:any": ReplayPress("animate", MATCH, 40, "any"),
    "animate:95e64ext:40:quick-all@round2": ReplayPress(
        "animate", MATCH, 40, "quick-all", "round2"
    ),
    "playon:95e64ext:2:1": BranchPress("playon", MATCH, 2, "1"),
    "branch:95e64ext:2:1": BranchPress("branch", MATCH, 2, "1"),
    "branch:95e64ext:2:1/anybody": BranchPress("branch", MATCH, 2, "1", "anybody"),
    "review:95e64ext:0:": ReviewPress("review", MATCH),
    "reviewed:95e64ext:3:t": ReviewPress("reviewed", MATCH, 3, "t"),
    "reviewed:95e64ext:0:any.": ReviewPress("reviewed", MATCH, 0, "any", ""),
    "reviewed:95e64ext:1:2.answer": ReviewPress("reviewed", MATCH, 1, "2", "answer"),
    "review!:95e64ext:0:": ReviewPress("review!", MATCH),
    "sharereview:95e64ext:3:t": ReviewPress("sharereview", MATCH, 3, "t"),
}

TRIES: dict[str, TryPress] = {
    "retry:95e64ext:3:t,0": TryPress("retry", MATCH, 3, "t"),
    "retry:95e64ext:7:2,2!t:G2": TryPress("retry", MATCH, 7, "2", 2, move="t:G2"),
    "retry:95e64ext:17:t,0?end?": TryPress("retry", MATCH, 17, "t", 0, "end?"),
    "puzzle:074675967104:0:,0": TryPress("puzzle", PUZZLE),
    "puzzle:074675967104:0:statue,1!": TryPress("puzzle", PUZZLE, 0, "statue", 1, move=""),
    "puzzle:074675967104:0:,2?around!c:H4": TryPress("puzzle", PUZZLE, 0, "", 2, "around", "c:H4"),
    "puzzle:074675967104:0:,1#0": TryPress("puzzle", PUZZLE, 0, "", 1, menu=0),
}

OF_PEOPLE: dict[str, Press] = {
    "profile::0:prowler:1456074443980800025": PlayerPress("profile", "prowler", USER),
    "card::0:prowler:1456074443980800025": PlayerPress("card", "prowler", USER),
    "history::2:prowler:1456074443980800025": PlayerPress("history", "prowler", USER, 2),
    "statistics::0:prowler:1456074443980800025": PlayerPress("statistics", "prowler", USER),
    "against::0:prowler:1456074443980800025": PlayerPress("against", "prowler", USER),
    "leaders::3:prowler:overall": LeaderboardPress("leaders", "prowler", "overall", 3),
    "listed::1:prowler:server": LeaderboardPress("listed", "prowler", "server", 1),
    "matches::1:prowler": MatchesPress(1, "prowler"),
    "matches::0:": MatchesPress(0),
    "avoid": PlainPress("avoid"),
    "privacy:delete": PlainPress("privacy:delete"),
    "mine:theme": SettingPress("mine", "theme"),
    "unfollow:95e64ext:0:": UnfollowPress(MATCH),
    "unfollow:95e64ext:12:": UnfollowPress(MATCH, 12),
    "unfollow:95e64ext:0:end": UnfollowPress(MATCH, 0, "end"),
}

OF_GAMES: dict[str, Press] = {
    "hub:open:": HubPress("open"),
    "hub:game:": HubPress("game"),
    "hub:now:prowler": HubPress("now", "prowler"),
    "hub:ask:prowler": HubPress("ask", "prowler"),
    "hub:asked:prowler": HubPress("asked", "prowler"),
    "hub:anybody:prowler": HubPress("anybody", "prowler"),
    "hub:asked:prowler@-505": HubPress("asked", "prowler", "-505"),
    "hub:anybody:prowler@259200": HubPress("anybody", "prowler", "259200"),
    "hub:again:95e64ext": HubPress("again", MATCH),
    "hub:again:95e64ext@medium": HubPress("again", MATCH, "medium"),
    "hub:with:prowler@1456074443980800025": HubPress("with", "prowler", str(USER)),
    "hub:with:@1456074443980800025": HubPress("with", other=str(USER)),
    "hub:help:": HubPress("help"),
    "find:open:": FindPress("open"),
    "find:seek:landgrab": FindPress("seek", "landgrab"),
    "find:change:": FindPress("change"),
    "find:submit:": FindPress("submit"),
    "find:stop:": FindPress("stop"),
    "find:yes:95e64ext": FindPress("yes", MATCH),
    "find:no:95e64ext": FindPress("no", MATCH),
    "puzzles:": PlainPress("puzzles:"),
    "preferences:": PlainPress("preferences:"),
    "teach:prowler": TeachPress("prowler"),
    "rulespage:prowler:1": RulesPress("prowler", 1),
    "rulespage:prowler:1@95e64ext": RulesPress("prowler", 1, MATCH),
    "nextpuzzle:prowler:": NextPuzzlePress("prowler"),
    "nextpuzzle:prowler:statue": NextPuzzlePress("prowler", "statue"),
    "lesson:prowler:0:-:?": LessonPress("prowler"),
    "lesson:prowler:5:9,16>M:?": LessonPress("prowler", 5, "9,16>M"),
    "lesson:prowler:2:-:?14": LessonPress("prowler", 2, choosing="14"),
    "lesson:landgrab:3:c:F6,a:2:?": LessonPress("landgrab", 3, "c:F6,a:2"),
    "lesson:landgrab:1:c:F6:?c:F6": LessonPress("landgrab", 1, "c:F6", "c:F6"),
}

OF_DAYS: dict[str, DailyPress] = {
    "day:open::0": DailyPress("open"),
    "day:posted::20454": DailyPress("posted", day=20454),
    "day:game::20454": DailyPress("game", day=20454),
    "day:play:prowler:20454": DailyPress("play", "prowler", 20454),
    "day:begin:prowler:20454": DailyPress("begin", "prowler", 20454),
    "day:fun:prowler:20454": DailyPress("fun", "prowler", 20454),
    "day:result:prowler:20454": DailyPress("result", "prowler", 20454),
    "day:post:prowler:20454": DailyPress("post", "prowler", 20454),
    "day:here:prowler:20454": DailyPress("here", "prowler", 20454),
    "day:all:prowler:20454": DailyPress("all", "prowler", 20454),
    "day:earlier::20454": DailyPress("earlier", day=20454),
}

OF_COMPETITIONS: dict[str, Press] = {
    "comp:join:c95e64ext:0.0:main": CompetitionPress("join", COMPETITION, place="main"),
    "comp:leave:c95e64ext:0.0:main": CompetitionPress("leave", COMPETITION, place="main"),
    "comp:leave!:c95e64ext:0.0:": CompetitionPress("leave!", COMPETITION),
    "comp:checkin:c95e64ext:0.0:checkin": CompetitionPress("checkin", COMPETITION, place="checkin"),
    "comp:mine:c95e64ext:0.0:main": CompetitionPress("mine", COMPETITION, place="main"),
    "comp:play:c95e64ext:0.0:begin": CompetitionPress("play", COMPETITION, place="begin"),
    "comp:pause:c95e64ext:0.0:main": CompetitionPress("pause", COMPETITION, place="main"),
    "comp:standings:c95e64ext:2.0:▶️": CompetitionPress("standings", COMPETITION, 2, 0, "▶️"),
    "comp:table:c95e64ext:0.0:": CompetitionPress("table", COMPETITION),
    "comp:pairings:c95e64ext:3.1:round3": CompetitionPress("pairings", COMPETITION, 3, 1, "round3"),
    "comp:rules:c95e64ext:0.0:main": CompetitionPress("rules", COMPETITION, place="main"),
    "comp:record:c95e64ext:0.0:final": CompetitionPress("record", COMPETITION, place="final"),
    "comp:challenge:c95e64ext:0.0:main": CompetitionPress("challenge", COMPETITION, place="main"),
    "comp:challenge!:c95e64ext:0.0:": CompetitionPress("challenge!", COMPETITION),
    "comp:holiday:c95e64ext:0.0:main": CompetitionPress("holiday", COMPETITION, place="main"),
    "comp:holiday!:c95e64ext:0.0:": CompetitionPress("holiday!", COMPETITION),
    "comp:endladder:c95e64ext:0.0:": CompetitionPress("endladder", COMPETITION),
    "comp:end!:c95e64ext:0.0:": CompetitionPress("end!", COMPETITION),
    "comp:endround!:c95e64ext:3.0:": CompetitionPress("endround!", COMPETITION, 3),
    "comp:remove!:c95e64ext:0.0:1456074443980800025": CompetitionPress(
        "remove!", COMPETITION, place="1456074443980800025"
    ),
}

OF_ADMINS: dict[str, Press] = {
    "server:channels": SettingPress("server", "channels"),
    f"unshow:{MATCH}:0": RemovePress(MATCH),
    "unshow::1456074443980800025": RemovePress(player=1456074443980800025),
    "log:2:▶️": LogPress(2, "▶️"),
    "hosted:1456074443980800025": HostedPress(1456074443980800025),
    "greeting:post": PlainPress("greeting:post"),
    "greeting:remove": PlainPress("greeting:remove"),
    "page:post": PlainPress("page:post"),
    "page:remove": PlainPress("page:remove"),
    "club:open": ClubPress("open"),
    "told:switch:tournament": TellPress("switch", "tournament"),
    "told:off:tournament": TellPress("off", "tournament"),
    "told:stop:": TellPress("stop"),
    f"comp:again:{COMPETITION}:0.0:end": CompetitionPress("again", COMPETITION, place="end"),
    "doctor:repair": PlainPress("doctor:repair"),
}

TABLE: dict[str, Press] = {
    **OF_MATCHES,
    **OF_RECORDS,
    **TRIES,
    **OF_PEOPLE,
    **OF_GAMES,
    **OF_DAYS,
    **OF_COMPETITIONS,
    **OF_ADMINS,
}


@each_of("text", [*TABLE])
def test_a_press_is_written_as_it_stands_in_messages_and_read_from_there(text: str) -> None:
    press = TABLE[text]
    assert str(press) == text
    assert type(press).read(text) == press
    assert len(text) <= CUSTOM_ID_LIMIT


KINDS = [it for it in vars(addresses).values() if isinstance(it, type) and issubclass(it, Press)]


@each_of("kind", [each for each in KINDS if each is not Press])
def test_the_table_has_every_press_and_each_word_of_it(kind: type[Press]) -> None:
    shown = [press for press in TABLE.values() if type(press) is kind]
    assert shown
    for name, annotation in get_type_hints(kind).items():
        if get_origin(annotation) is Literal:
            assert {getattr(press, name) for press in shown} == {*get_args(annotation)}


FORGED: dict[type[Press], list[str]] = {
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
    BranchPress: ["playon:95e64ext:2", "branch:95e64ext::1"],
    ReviewPress: ["review:95e64ext:0", "reviewed:95e64ext:t:"],
    SettingPress: ["mine", "yours:theme"],
    PlainPress: ["greeting", "greeting:repost", "doctor:repair:", "puzzles", "puzzles:prowler"],
    HubPress: ["hub", "hub:open", "hub:else:"],
    FindPress: ["find:yes", "find:perhaps:95e64ext", "find::"],
    NextPuzzlePress: ["nextpuzzle:", "nextpuzzle:prowler"],
    LessonPress: [
        "lesson",
        "lesson:prowler:1",
        "lesson:prowler:1:-",
        "lesson:prowler:x:-:?",
        "m:1:2:3:?",
    ],
    DailyPress: ["day:open:", "day:open::", "day:open::-1", "day:open::100000", "day:close::0"],
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
def test_a_text_that_no_button_carries_is_no_press(kind: type[Press]) -> None:
    assert [text for text in FORGED[kind] if kind.read(text) is not None] == []

"""Every custom_id that the bot makes, as it stands in messages whose buttons must not die."""

from typing import Literal, get_args, get_origin, get_type_hints

from cogs import presses
from cogs.presses import (
    CUSTOM_ID_LIMIT,
    BranchPress,
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

FORMS: dict[type[Press], str] = {
    MatchPress: """
        accept:95e64ext:0: decline:95e64ext:0: cancel:95e64ext:0: end:95e64ext:0:
        end!:95e64ext:0: join:95e64ext:0: join:95e64ext:0:menu4 stepout:95e64ext:0:
        machine:95e64ext:0:menu4 start:95e64ext:0: m:95e64ext:2:2>B m:95e64ext:40:no-1-1
        m:95e64ext:5:c:D3 choose:95e64ext:1:p:A back:95e64ext:2: pick:95e64ext:2:0
        menu:95e64ext:12: scores:95e64ext:12: describe:95e64ext:12: rules:95e64ext:12:
        record:95e64ext:12: repost:95e64ext:12: refresh:95e64ext:12: repost!:95e64ext:12:
        resign:95e64ext:12: resign!:95e64ext:12: look:95e64ext:0: lookback:95e64ext:68:2.1
        nextboard:95e64ext:0: topic:95e64ext:68:1 try:95e64ext:12.3:b4@H9r2
        try1:95e64ext:1:2>B wonder:95e64ext:5:end? wonder1:95e64ext:5:7
        confirm:95e64ext:9:18 confirm1:95e64ext:9:>C atonce:95e64ext:9:>C
        plan:95e64ext:12.3:b4@H9r2 planpick:95e64ext:9:0 unplan:95e64ext:10.3:
        order:95e64ext:105:-no-guards pre:95e64ext:9: preback:95e64ext:9:
        preline:95e64ext:5:4,7?column:A preset:95e64ext:9:4,7,8,1 predrop:95e64ext:9:4,7
        presame:95e64ext:9:4,7 prepick:95e64ext:9:0 prego:95e64ext:9:3
        ask:95e64ext:1:takeback agree:95e64ext:6:takeback refuse:95e64ext:6:cancel
        withdraw:95e64ext:6:drawn claim:95e64ext:7: claim!:95e64ext:7:
        takeseat:95e64ext:9:2 rematch:95e64ext:40:medium hint:95e64ext:9.2:1
        giveday:95e64ext:9:2 follow:95e64ext:9:
    """,
    ReplayPress: """
        replay:95e64ext:12: replay:95e64ext:12:@card2.3 step:95e64ext:12:back
        step:95e64ext:72:forward@round2 jump:95e64ext:72:@card2.3 chapter:95e64ext:72:
        tell:95e64ext:72: share:95e64ext:72:@card2.3 publish:95e64ext:72:
        unpublish:95e64ext:72: animate:95e64ext:40:any
        animate:95e64ext:40:quick-all@round2
    """,
    BranchPress: "playon:95e64ext:2:1 branch:95e64ext:2:1 branch:95e64ext:2:1/anybody",
    ReviewPress: """
        review:95e64ext:0: reviewed:95e64ext:3:t reviewed:95e64ext:0:any.
        reviewed:95e64ext:1:2.answer review!:95e64ext:0: sharereview:95e64ext:3:t
    """,
    TryPress: """
        retry:95e64ext:3:t,0 retry:95e64ext:7:2,2!t:G2 retry:95e64ext:17:t,0?end?
        puzzle:074675967104:0:,0 puzzle:074675967104:0:statue,1!
        puzzle:074675967104:0:,2?around!c:H4 puzzle:074675967104:0:,1#0
    """,
    PlayerPress: """
        profile::0:prowler:1456074443980800025 card::0:prowler:1456074443980800025
        history::2:prowler:1456074443980800025 statistics::0:prowler:1456074443980800025
        against::0:prowler:1456074443980800025
    """,
    LeaderboardPress: "leaders::3:prowler:overall listed::1:prowler:server",
    MatchesPress: "matches::1:prowler matches::0:",
    PlainPress: """
        avoid privacy:delete puzzles: preferences: greeting:post greeting:remove page:post
        page:remove doctor:repair club:open
    """,
    SettingPress: "mine:theme server:channels",
    UnfollowPress: "unfollow:95e64ext:0: unfollow:95e64ext:12: unfollow:95e64ext:0:end",
    HubPress: """
        hub:open: hub:game: hub:now:prowler hub:ask:prowler hub:ask:prowler@600 hub:asked:prowler
        hub:asked:prowler@-505 hub:anybody:prowler hub:anybody:prowler@259200 hub:alone:heroes
        hub:again:95e64ext hub:again:95e64ext@medium
        hub:with:prowler@1456074443980800025 hub:with:@1456074443980800025 hub:help:
    """,
    FindPress: """
        find:open: find:seek:landgrab find:change: find:submit: find:stop:
        find:yes:95e64ext find:no:95e64ext
    """,
    TeachPress: "teach:prowler",
    RulesPress: "rulespage:prowler:1 rulespage:prowler:1@95e64ext",
    NextPuzzlePress: "nextpuzzle:prowler: nextpuzzle:prowler:statue",
    LessonPress: """
        lesson:prowler:0:-:? lesson:prowler:5:9,16>M:? lesson:prowler:2:-:?14
        lesson:landgrab:3:c:F6,a:2:? lesson:landgrab:1:c:F6:?c:F6
    """,
    DailyPress: """
        day:open::0 day:posted::20454 day:game::20454 day:play:prowler:20454
        day:begin:prowler:20454 day:fun:prowler:20454 day:result:prowler:20454
        day:post:prowler:20454 day:here:prowler:20454 day:all:prowler:20454
        day:earlier::20454
    """,
    CompetitionPress: """
        comp:join:c95e64ext:0.0:main comp:leave:c95e64ext:0.0:main
        comp:leave!:c95e64ext:0.0: comp:checkin:c95e64ext:0.0:checkin
        comp:mine:c95e64ext:0.0:main comp:play:c95e64ext:0.0:begin
        comp:pause:c95e64ext:0.0:main comp:standings:c95e64ext:2.0:▶️
        comp:table:c95e64ext:0.0: comp:pairings:c95e64ext:3.1:round3
        comp:rules:c95e64ext:0.0:main comp:record:c95e64ext:0.0:final
        comp:challenge:c95e64ext:0.0:main comp:challenge!:c95e64ext:0.0:
        comp:holiday:c95e64ext:0.0:main comp:holiday!:c95e64ext:0.0:
        comp:endladder:c95e64ext:0.0: comp:end!:c95e64ext:0.0:
        comp:endround!:c95e64ext:3.0: comp:remove!:c95e64ext:0.0:1456074443980800025
        comp:again:c95e64ext:0.0:end
    """,
    RemovePress: "unshow:95e64ext:0 unshow::1456074443980800025",
    LogPress: "log:2:▶️",
    HostedPress: "hosted:1456074443980800025",
    TellPress: "told:switch:tournament told:off:tournament told:stop:",
}
"""Every press in each of its forms."""
FIELDS: dict[str, Press] = {
    "try:95e64ext:12.3:b4@H9r2": MatchPress("try", "95e64ext", 12, "b4@H9r2", 3),
    "step:95e64ext:72:forward@round2": ReplayPress("step", "95e64ext", 72, "forward", "round2"),
    "branch:95e64ext:2:1/anybody": BranchPress("branch", "95e64ext", 2, "1", "anybody"),
    "reviewed:95e64ext:0:any.": ReviewPress("reviewed", "95e64ext", 0, "any", ""),
    "retry:95e64ext:17:t,0?end?": TryPress("retry", "95e64ext", 17, "t", 0, "end?"),
    "puzzle:074675967104:0:,1#0": TryPress("puzzle", "074675967104", 0, "", 1, menu=0),
    "history::2:prowler:14560744": PlayerPress("history", "prowler", 14560744, 2),
    "leaders::3:prowler:overall": LeaderboardPress("leaders", "prowler", "overall", 3),
    "matches::1:prowler": MatchesPress(1, "prowler"),
    "unfollow:95e64ext:0:end": UnfollowPress("95e64ext", 0, "end"),
    "hub:asked:prowler@-505": HubPress("asked", "prowler", "-505"),
    "hub:again:95e64ext@medium": HubPress("again", "95e64ext", "medium"),
    "rulespage:prowler:1@95e64ext": RulesPress("prowler", 1, "95e64ext"),
    "lesson:landgrab:1:c:F6:?c:F6": LessonPress("landgrab", 1, "c:F6", "c:F6"),
    "day:play:prowler:20454": DailyPress("play", "prowler", 20454),
    "comp:pairings:c95e64ext:3.1:end": CompetitionPress("pairings", "c95e64ext", 3, 1, "end"),
    "unshow::1456074443980800025": RemovePress(player=1456074443980800025),
}


@each_of(("kind", "texts"), FORMS.items())
def test_a_press_is_written_and_read_as_messages_have_it(kind: type[Press], texts: str) -> None:
    for text in texts.split():
        press = kind.read(text)
        assert press is not None
        assert str(press) == text
        assert len(text) <= CUSTOM_ID_LIMIT


@each_of(("text", "press"), FIELDS.items())
def test_each_part_of_a_custom_id_is_a_field_of_its_press(text: str, press: Press) -> None:
    assert str(press) == text
    assert type(press).read(text) == press


KINDS = [it for it in vars(presses).values() if isinstance(it, type) and issubclass(it, Press)]


@each_of("kind", [each for each in KINDS if each is not Press])
def test_the_table_has_every_press_and_each_word_of_it(kind: type[Press]) -> None:
    shown = [kind.read(text) for text in FORMS[kind].split()]
    for name, annotation in get_type_hints(kind).items():
        if get_origin(annotation) is Literal:
            assert {getattr(press, name) for press in shown} == {*get_args(annotation)}


FORGED: dict[type[Press], str] = {
    MatchPress: """
        m m:95e64ext:1 m:95e64ext:-1: m:95e64ext:x: m:95e64ext:1.: m:95e64ext:1.2.3:
        m:95e64ext:\u0661: move:95e64ext:1:
    """,
    ReplayPress: "step:95e64ext:1 step:95e64ext:: step:95e64ext:1.2: steps:x:1:",
    TryPress: """
        retry:95e64ext:3:t retry:95e64ext:3:t, retry:95e64ext:3:t,4 retry:95e64ext:3:t,0!1
        retry:95e64ext:3:t,x#1 retry:95e64ext:3:t,1#x retry:95e64ext:x:t,0
    """,
    PlayerPress: """
        card::0:prowler: card::0:prowler:somebody card::-1:prowler:1
        card::0:prowler:9223372036854775808 card:0:prowler:1
    """,
    LeaderboardPress: "leaders::0:prowler: leaders::0:prowler:nowhere leaders::x:prowler:server",
    BranchPress: "playon:95e64ext:2 branch:95e64ext::1",
    ReviewPress: "review:95e64ext:0 reviewed:95e64ext:t:",
    SettingPress: "mine yours:theme",
    PlainPress: "greeting greeting:repost doctor:repair: puzzles puzzles:prowler",
    HubPress: "hub hub:open hub:else:",
    FindPress: "find:yes find:perhaps:95e64ext find::",
    NextPuzzlePress: "nextpuzzle: nextpuzzle:prowler",
    LessonPress: """
        lesson lesson:prowler:1 lesson:prowler:1:- lesson:prowler:x:-:? m:1:2:3:?
    """,
    DailyPress: "day:open: day:open:: day:open::-1 day:open::100000 day:close::0",
    CompetitionPress: """
        comp:join:c95e64ext:0:main comp:join:c95e64ext:0.:main comp:join:c95e64ext:10000.0:main
        comp:join:c95e64ext:0.10000:main comp:jump:c95e64ext:0.0:main comp:join:c95e64ext:0.0
    """,
}


@each_of("kind", [each for each in KINDS if each is not Press])
def test_a_text_that_no_button_carries_is_no_press(kind: type[Press]) -> None:
    forged = ["", *FORGED.get(kind, "").split()]
    assert [text for text in forged if kind.read(text) is not None] == []

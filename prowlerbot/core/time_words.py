"""The words of times in all languages, in lower case without accents; nothing here reads them.

A word of one language may mean something else in another, so the reader first knows its place: some
words come only before a length, some only before a time of day.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from prowlerbot.core.i18n import Language

_MINUTES = "m min mins minute minutes minuten minuto minutos minuti minut minuty minuta"
_HOURS = (
    "h hr hrs hs hour hours std stdn stunde stunden hora horas heure heures ora ore u uur uren"
    " godz godzine godziny godzin"
)
_DAYS = "d day days tag tage tagen dia dias j jour jours giorno giorni dag dagen dzien dni"
_WEEKS = (
    "w wk wks week weeks woche wochen semana semanas semaine semaines settimana settimane weken"
    " tydzien tygodnie tygodni"
)
SECONDS = {
    **dict.fromkeys(_MINUTES.split(), 60),
    **dict.fromkeys(_HOURS.split(), 60 * 60),
}
"""The units of a length that the clock counts."""
DAYS = {**dict.fromkeys(_DAYS.split(), 1), **dict.fromkeys(_WEEKS.split(), 7)}
"""The units of a length that the calendar counts."""
HOUR_WORDS = "|".join(sorted(_HOURS.split(), key=len, reverse=True))

_COUNTED = (
    "a an one ein eine einem einer un una uno une een um uma jedna jeden",
    "two zwei dos deux due twee dwa dwie dois duas",
    "three drei tres trois tre drie trzy",
    "four vier cuatro quatre quattro cztery quatro",
    "five funf cinco cinq cinque vijf piec",
    "six sechs seis sei zes szesc",
    "seven sieben siete sept sette zeven siedem sete",
    "eight acht ocho huit otto osiem oito",
    "nine neun nueve neuf nove negen dziewiec",
    "ten zehn diez dix dieci tien dziesiec dez",
)
COUNTS = {word: str(n) for n, words in enumerate(_COUNTED, 1) for word in words.split()}
"""Numbers as words; read only in lengths, as “sept” is September, too."""
JOINING = {"de", "and", "und", "y", "et", "e", "en", "i"}
"""Words between the parts of a length."""

_ONE = r"\b(?:an? |eine[rn]? |une? |un[ao]? |un'|een |uma )?"
LENGTHS = (
    (re.compile(_ONE + r"(?:hour and a half|heure et demie|hora y media|ora e mezz[ao]"
                r"|hora e meia)\b"
                r"|\b(?:anderthalb|eineinhalb) stunden\b|\banderhalf uur\b|\bpoltore?j? godziny\b"),
     "90 min"),
    (re.compile(_ONE + r"(?:half an hour|half hour|halben? stunde|demi[- ]heure|media hora"
                r"|mezz'? ?ora|mezza ora|half ?uur|meia hora)\b|\bpol godziny\b"), "30 min"),
    (re.compile(_ONE + r"(?:quarter of an hour|viertelstunde|quart d'heure|cuarto de hora"
                r"|quarto d'ora|quarto de hora|kwartier|kwadrans)\b"), "15 min"),
    (re.compile(r"(?<=\bza )(?=(?:godzine|dzien|tydzien)\b)|\bun'(?=\w)"), "1 "),
)  # fmt: skip
"""Lengths that have a name of their own, or no number."""
HALF = re.compile(
    rf"\b(\d{{1,2}}) ?({HOUR_WORDS})? (?:and a half|et demie?|y media|e mezz[ao]|e meia)\b"
)

IN = "in|dans|d'ici|en|dentro de|de aqui a|daqui a|tra|fra|over|za|em"
"""Words before a length."""
FROM_NOW = "from now|later|ab jetzt|vanaf nu|od teraz|a partir de agora|da adesso|spater|plus tard"
"""Words after a length."""
AT = (
    r"at|@|from|um|gegen|ab|a las|a la|sobre las|desde las|a|vers|des|alle ore|alle|all'|dalle|ore"
    r"|om|rond|vanaf|o godzinie|godzinie|godzina|o godz\.?|godz\.?|o|od|as|a partir das|pelas"
)
"""Words before a time of day."""
_ON = (
    "on next this coming the of am den dem der des diesen nachsten kommenden el de del este"
    " proximo en le du ce prochain prochaine il di questo questa prossimo prossima op deze komende"
    " volgende aanstaande w we ten te ta najblizszy najblizsza no na neste nesta em dia que vem"
    " viene"
)
ON = frozenset(_ON.split())
"""Words around a day that say nothing of their own."""
CLOCK_WITH_H: tuple[Language, ...] = ("es", "fr", "pt-BR")
"""Where “18h” alone is a time of day; elsewhere it is 18 hours from now."""

NEAR = {
    word: days
    for days, words in {
        0: "today heute hoy aujourd'hui oggi vandaag dzis dzisiaj hoje",
        1: "tomorrow tmrw morgen manana demain domani jutro amanha",
        -1: "yesterday gestern ayer hier ieri gisteren wczoraj ontem",
        2: "ubermorgen apres-demain dopodomani overmorgen pojutrze",
    }.items()
    for word in words.split()
} | dict.fromkeys(("day after tomorrow", "pasado manana", "apres demain", "depois amanha"), 2)
OTHER_DAYS = {"sonnabend": "samstag"}
"""Names of days that the list of a language lacks."""

NOON = {"noon", "midday", "mittag", "mittags", "mediodia", "midi", "mezzogiorno", "middag"}
NOON |= {"poludnie", "meio-dia"}
MIDNIGHT = {"midnight", "mitternacht", "medianoche", "minuit", "mezzanotte", "middernacht"}
MIDNIGHT |= {"polnoc", "polnocy", "meia-noite"}

TODAY = re.compile(
    r"\b(?:tonight|this (?:evening|afternoon|morning)|esta (?:noche|tarde|noite)|ce soir|ce matin"
    r"|cet apres-midi|stasera|stamattina|van(?:avond|middag|ochtend))\b"
)
"""Parts of this day; the word for today is in another list."""
JOINED = re.compile(r"(?<=[a-z]{3})(?=(?:abend|nachmittag|vormittag|avond|ochtend|middag)\b)")
"""Where a day and its part are one word."""
Part = Literal["morning", "evening", "night"]

PARTS: Mapping[Part, re.Pattern[str]] = {
    "morning": re.compile(
        r"(?:\b(?:in the |de la |por la |du |di |del |da |de )|'s )"
        r"(?:morning|manana|matin|mattina|mattino|ochtends|morgens|manha)\b"
        r"|\b(?:morning|morgens|fruh|vormittags?|matin|mattina|ochtend|stamattina|rano)\b"
        r"|\bvanochtend\b"
    ),
    "evening": re.compile(
        r"(?:\b(?:in the |de la |por la |du |de l'|di |della |del |da |a |de )|'s )?"
        r"\b(?:evening|afternoon|abends?|nachmittags?|tarde|soir|apres-midi|stasera|sera|pomeriggio"
        r"|avonds?|middags?|namiddag|vanavond|vanmiddag|wieczorem|wieczor|po poludniu)\b"
    ),
    "night": re.compile(
        r"(?:\b(?:at |in the |de la |por la |di |da |a |de |w )|'s )?"
        r"\b(?:night|tonight|nachts?|noche|notte|nocy|noite)\b"
    ),
}
"""The parts of a day, which say which half of it an hour is in. “Evening” is the afternoon, too."""

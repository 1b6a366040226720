"""The terms of a new match, as its form sends them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.common.names import MAX_LENGTH
from engines.catalogue import GAMES, meta_for
from games.boards.cards import card_for
from games.boards.kit.offers import LONGEST_TYPED
from games.boards.names import bot_name, game_name, house_bots, side_name
from games.common.requests import KEY, new_key
from games.lobby.models import Seek
from games.lobby.services.seeks import HIGHEST, MOST_AT_ONCE, MOST_IN_SERIES, SeekRequest
from games.match.clocks import controls
from games.match.onlookers import ANONYMOUS, ANYONE, BY_LINK
from games.match.presenters.clocktext import terms_sentence
from games.match.presenters.onlookers import onlookers_choices, onlookers_words
from games.match.terms.opening import Terms

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

BOT = "bot"
LINK = "link"
HERE = "here"
PERSON = "person"
UNLIMITED = "unlimited"
USUAL = "usual"
"""Whoever usually watches such a match."""


OWN, OWN_FIXED = "own", "own-fixed"
"""Clocks of one's own: a bank with a bonus, or the same time for every move."""

UNITS = {
    "days": (timedelta(days=1), _("days")),
    "hours": (timedelta(hours=1), _("hours")),
    "minutes": (timedelta(minutes=1), _("minutes")),
    "seconds": (timedelta(seconds=1), _("seconds")),
}


class SpanWidget(forms.MultiWidget):
    """A number and its unit."""

    def __init__(self) -> None:
        units = [(unit, name) for unit, (_span, name) in UNITS.items()]
        number = forms.NumberInput(attrs={"min": 0, "max": 9999, "inputmode": "numeric"})
        super().__init__((number, forms.Select(choices=units)))

    def decompress(self, value: timedelta | None) -> list[object]:
        """The largest unit that divides it."""
        if value is None:
            return [None, "days"]
        unit = next(unit for unit, (span, _name) in UNITS.items() if value % span == timedelta())
        return [value // UNITS[unit][0], unit]


class SpanField(forms.MultiValueField):
    """A span of time, as a number and a unit."""

    def __init__(self, **kwargs: Any) -> None:
        number = forms.IntegerField(min_value=0, max_value=9999)
        unit = forms.ChoiceField(choices=[(unit, unit) for unit in UNITS])
        super().__init__((number, unit), widget=SpanWidget(), required=False, **kwargs)

    def compress(self, data_list: Sequence[Any]) -> timedelta:
        """Nothing at all is no time. Raises ValidationError for a number without a unit."""
        number, unit = data_list or (0, "")
        if number and not unit:
            raise ValidationError(_("Choose a unit for this number."), "no_unit")
        return number * UNITS[unit][0] if number else timedelta()


LONGEST_POSITION = 800
"""Letters of a position's text: more than any has."""

HANDICAP = "handicap"
"""How the field of a game's handicaps ends."""


class GameForm(forms.Form):
    """A game, and what can be chosen for some games alone: what all forms of offers share."""

    game = forms.ChoiceField(label=_("Game"))
    key = forms.RegexField(KEY, max_length=64, widget=forms.HiddenInput, initial=new_key)
    weekends = forms.BooleanField(label=_("Weekends off"), required=False)
    nights = forms.BooleanField(label=_("Nights off"), required=False)
    vacation = forms.BooleanField(label=_("Vacation allowed"), required=False, initial=True)
    bank = SpanField(label=_("To begin with"), initial=timedelta(days=3))
    bonus = SpanField(label=_("For each move"), initial=timedelta(hours=12))
    cap = SpanField(label=_("Saved at most"), initial=timedelta(days=5))
    has_own_clock = True
    has_starts = False
    """Whether a handicap can be chosen, or a position to begin in."""
    open_choice: StrOrPromise = ""
    """What leaves an option to the other; "" where one has to be chosen."""
    time_hint: StrOrPromise = _("Live: both players stay until the end.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.slugs = [slug for slug, _name in self.games()]
        self.offer("game", self.games())
        if "time" in self.fields:
            self._offer_times()
        if "onlookers" in self.fields:
            self.offer("onlookers", self.watchers())
        if "side" in self.fields:
            sides = [(str(seat), _sides_named(seat)) for seat in range(2)]
            self.offer("side", [("any", _("Random")), *sides])
        for slug in self.slugs:
            for name, option in card_for(slug).options.items():
                field = forms.ChoiceField(required=False)
                field.label = str(option.label)
                self.fields[option_field(slug, name)] = field
                left_open = [("", self.open_choice)] if self.open_choice else []
                self.offer(option_field(slug, name), [*left_open, *option.values.items()])
            if self.has_starts and card_for(slug).handicaps:
                self._offer_handicaps(slug)

    def _offer_handicaps(self, slug: str) -> None:
        field = forms.ChoiceField(required=False)
        field.label = _("Handicap")
        self.fields[option_field(slug, HANDICAP)] = field
        self.offer(
            option_field(slug, HANDICAP), [("", _("None")), *card_for(slug).handicaps.items()]
        )

    @property
    def start(self) -> str:
        """The start of a match by a valid form: with a handicap, or in the position typed."""
        game = self.cleaned_data["game"]
        named = self.cleaned_data.get(option_field(game, HANDICAP))
        return meta_for(game).handicaps[named] if named else self.cleaned_data["position"]

    @classmethod
    def chosen(cls, asked: Mapping[str, str]) -> dict[str, object]:
        """Return the choices that a link to the form has made."""
        found: dict[str, object] = {name: asked[name] for name in cls._names() if name in asked}
        if controls.is_control(asked.get("time", "")):
            found |= fields_of_clock(asked["time"])
        return found

    @classmethod
    @cache
    def _names(cls) -> tuple[str, ...]:
        """Return what can be chosen, in the order of the form."""
        return tuple(name for name in cls().fields if name != "key")

    def _offer_times(self) -> None:
        """Let the time be one of the time controls, in their groups."""
        groups = (
            (_("Over days"), controls.OVER_DAYS),
            (_("Live"), controls.LIVE),
            (_("Without a clock"), (controls.UNTIMED,)),
        )
        named = [
            (str(name), [(control.slug, terms_sentence(control.slug)) for control in controls])
            for name, controls in groups
        ]
        if self.has_own_clock:
            own = [(OWN, _("Bank + bonus per move")), (OWN_FIXED, _("Fixed time per move"))]
            named.append((str(_("Your own clock")), [(kind, str(name)) for kind, name in own]))
        self.offer("time", named)
        self.fields["time"].help_text = self.time_hint
        self.fields["time"].initial = controls.RELAXED.slug

    @classmethod
    def games(cls) -> list[tuple[str, str]]:
        """The games to choose from: those that two can play."""
        return duels()

    def offer(self, name: str, choices: Sequence[tuple[str, Any]]) -> None:
        """Let the field be one of *choices*, the first unless something else is chosen."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        field.initial = choices[0][0]

    def option_fields(self) -> Iterator[tuple[str, forms.BoundField]]:
        """Yield the fields of options that only some games have, each with the game's slug."""
        for slug in self.slugs:
            for name in (*card_for(slug).options, HANDICAP):
                if option_field(slug, name) in self.fields:
                    yield slug, self[option_field(slug, name)]

    def watchers(self) -> list[tuple[str, str]]:
        """Return the choices of who may watch."""
        return onlookers_choices()

    @property
    def time_control(self) -> str:
        """The clock that a valid form names, with the time off it asks for."""
        data = self.cleaned_data
        off = {name: data[name] for name in ("nights", "vacation", "weekends")}
        return controls.with_time_off(self._own_slug() or data["time"], **off)

    @property
    def plain_clock(self) -> str:
        """That clock without any time off."""
        return self.time_control.partition(".")[0]

    def clean(self) -> dict[str, Any] | None:
        """Refuses a clock of one's own outside the bounds, and a position besides a handicap."""
        cleaned = super().clean()
        named = self.cleaned_data.get(option_field(self.cleaned_data.get("game", ""), HANDICAP))
        if named and self.cleaned_data.get("position"):
            self.add_error("position", _("Please choose a handicap or a position, not both."))
        if not controls.is_control(self._own_slug() or controls.RELAXED.slug):
            self.add_error("bank", _("That clock is outside the bounds below."))
        return cleaned

    def _own_slug(self) -> str:
        """The clock that is asked for by its numbers; "" for one of the menu."""
        data, chosen = self.cleaned_data, self.cleaned_data.get("time")
        if chosen not in (OWN, OWN_FIXED) or "bank" not in data:
            return ""
        bank = data["bank"]
        if chosen == OWN_FIXED:
            return controls.own_slug(bank, bank, bank)
        return controls.own_slug(bank, data.get("bonus", timedelta()), data.get("cap", bank))

    @property
    def options(self) -> dict[str, str]:
        """The options of the chosen game that a valid form names."""
        game = self.cleaned_data["game"]
        chosen = {name: self.cleaned_data[option_field(game, name)] for name in _options_of(game)}
        return {name: value for name, value in chosen.items() if value}


def fields_of_clock(slug: str) -> dict[str, object]:
    """Return the values of an offer's fields for the clock of that name."""
    control = controls.control_of(slug)
    base = slug.partition(".")[0]
    off: dict[str, object] = {
        name: getattr(control, name) for name in ("nights", "vacation", "weekends")
    }
    if base in controls.MENU:
        return {"time": base, **off}
    kind = OWN_FIXED if control.bank == control.bonus == control.cap else OWN
    return {"time": kind, "bank": control.bank, "bonus": control.bonus, "cap": control.cap, **off}


def _options_of(game: str) -> Iterable[str]:
    return card_for(game).options


def option_field(slug: str, option: str) -> str:
    """The name of the field for an option of one game."""
    return f"{slug}-{option}"


def duels() -> list[tuple[str, str]]:
    """The games that two can play, as choices."""
    return [
        (meta.slug, game_name(meta.slug))
        for meta in GAMES
        if len(meta.seats) == 2 and not meta.solo
    ]


class NewMatchForm(GameForm):
    """The terms of a new match: with a bot, a friend by link, whoever is here, or a person."""

    has_starts = True

    opponent = forms.ChoiceField(
        label=_("Opponent"),
        choices=[
            (BOT, _("A bot")), (LINK, _("A friend, by link")),
            (HERE, _("Somebody here")), (PERSON, _("A player, by name")),
        ],
        initial=BOT,
    )  # fmt: skip
    to = forms.CharField(label=_("Name of the player"), max_length=4 * MAX_LENGTH, required=False)
    level = forms.ChoiceField(label=_("Bot"), required=False)
    time = forms.ChoiceField(label=_("Time"))
    side = forms.ChoiceField(label=_("Side"))
    rated = forms.ChoiceField(
        label=_("Match type"),
        choices=[(USUAL, _("Rated where possible")), ("yes", _("Rated")), ("no", _("Casual"))],
        initial=USUAL,
        required=False,
    )
    onlookers = forms.ChoiceField(label=_("Who may watch"), required=False)
    position = forms.CharField(
        label=_("Begin in a position"), max_length=LONGEST_POSITION, required=False
    )
    low = forms.IntegerField(label=_("Rating from"), required=False, min_value=0, max_value=HIGHEST)
    high = forms.IntegerField(
        label=_("Rating up to"), required=False, min_value=0, max_value=HIGHEST
    )
    audience = forms.ChoiceField(
        label=_("Who can join"),
        choices=[
            (Seek.Audience.ANYONE.value, _("Anyone")),
            (Seek.Audience.FOLLOWED.value, _("People I follow")),
        ],
        initial=Seek.Audience.ANYONE.value,
        required=False,
    )
    days = forms.ChoiceField(
        label=_("Open for"),
        choices=[("1", _("1 day")), ("7", _("7 days")), ("30", _("30 days"))],
        initial="7",
        required=False,
    )

    # not "matches": a form's fields are its attributes, and that is one that scripts call
    count = forms.ChoiceField(
        label=_("Number of matches"),
        choices=[
            *((str(number), str(number)) for number in (1, 2, 3, 5, 10, MOST_IN_SERIES)),
            (UNLIMITED, _("Until withdrawn")),
        ],
        initial="1",
        required=False,
    )
    at_once = forms.IntegerField(
        label=_("At the same time"), initial=1, min_value=1, max_value=MOST_AT_ONCE, required=False
    )

    def __init__(self, *args: Any, is_member: bool = True, **kwargs: Any) -> None:
        """Only who *is_member*, with an account, can choose whoever is here, or a person."""
        super().__init__(*args, **kwargs)
        if not is_member:
            if self.initial.get("opponent") in (HERE, PERSON):
                self.initial["opponent"] = LINK
            self.offer("opponent", [(BOT, _("A bot")), (LINK, _("A friend, by link"))])
        self.offer("level", [(level, bot.full_name) for level, bot in house_bots().items()])

    @classmethod
    def offered(cls) -> dict[str, Collection[str]]:
        """Return the opponents and the games that can be chosen."""
        return {"opponent": (BOT, LINK, HERE, PERSON), "game": dict(cls.games())}

    @classmethod
    def games(cls) -> list[tuple[str, str]]:
        return [(meta.slug, game_name(meta.slug)) for meta in GAMES if not meta.solo]

    def watchers(self) -> list[tuple[str, str]]:
        alone = (ANONYMOUS, onlookers_words(ANONYMOUS))
        return [(USUAL, str(_("As usual"))), *super().watchers(), alone]

    def clean(self) -> dict[str, Any] | None:
        """Refuses what does not go with the opponent."""
        cleaned = super().clean()
        data = self.cleaned_data
        opponent, level = data.get("opponent"), data.get("level")
        if opponent == PERSON and data.get("to") == "":
            self.add_error("to", _("Please type the name of a player."))
        if opponent != HERE and data.get("onlookers") == ANONYMOUS:
            self.add_error("onlookers", _("Without names you play somebody here."))
        if opponent == BOT and level and "game" in data:
            self._check_bot(data["game"], level)
        return cleaned

    def _check_bot(self, game: str, level: str) -> None:
        if level not in meta_for(game).bot_levels:
            facts = {"bot": bot_name(game, level), "game": game_name(game)}
            self.add_error(
                "level", _("%(bot)s does not play %(game)s. Please choose another bot.") % facts
            )

    @property
    def start(self) -> str:
        """As of every form; whoever is here begins at the game's own start."""
        return "" if self.cleaned_data["opponent"] == HERE else super().start

    @property
    def bot_level(self) -> str:
        """The bot that a valid form asks for: the weakest one if it does not say."""
        return self.cleaned_data["level"] or meta_for(self.cleaned_data["game"]).bot_levels[0]

    @property
    def terms(self) -> Terms:
        """The terms of a valid form; a match against a bot never counts, nor knows time off."""
        side = self.cleaned_data["side"]
        against_bot = self.cleaned_data["opponent"] == BOT
        return Terms(
            game=self.cleaned_data["game"],
            time_control=self.plain_clock if against_bot else self.time_control,
            side=None if side == "any" else int(side),
            key=self.cleaned_data["key"],
            options=self.options,
            rated=not against_bot and self._is_rated(),
            onlookers=self._watched_by(),
            start=self.start,
        )

    @property
    def seek(self) -> SeekRequest:
        """The seek of a valid form."""
        data = self.cleaned_data
        return SeekRequest(
            terms=self.terms,
            low=data["low"],
            high=data["high"],
            audience=data["audience"] or Seek.Audience.ANYONE.value,
            lasts=timedelta(days=int(data["days"] or 7)),
            matches=None if data["count"] == UNLIMITED else int(data["count"] or 1),
            at_once=data["at_once"] or 1,
        )

    @property
    def kept(self) -> dict[str, str]:
        """The choices of a valid form that are offered again, as `chosen` reads them."""
        data = self.cleaned_data
        options = [option_field(data["game"], name) for name in _options_of(data["game"])]
        names = ["level", "side", "rated", "onlookers", "audience", *options]
        return {"time": self.time_control, **{name: data[name] for name in names if data[name]}}

    def _is_rated(self) -> bool:
        """Usually rated where it can be; whoever asks for what cannot be is told so."""
        data = self.cleaned_data
        if data["rated"] not in ("", USUAL):
            return bool(data["rated"] == "yes")
        has_clock = controls.control_of(self.time_control).bank is not None
        is_listed = data["onlookers"] not in (BY_LINK, ANONYMOUS)
        return data["opponent"] != LINK and has_clock and is_listed and not self.start

    def _watched_by(self) -> str:
        """Who may watch: whoever has the link, if nothing is said of a casual match by link."""
        data = self.cleaned_data
        if data["onlookers"] != USUAL and "onlookers" in self.data:
            return str(data["onlookers"])
        is_private = data["opponent"] == LINK and data["rated"] != "yes"
        return BY_LINK if is_private else ANYONE


def _sides_named(seat: int) -> str:
    """What games call a seat: "South / Black"."""
    names = (
        side_name(meta.slug, seat) for meta in GAMES if seat < len(meta.seats) and not meta.solo
    )
    return " / ".join(dict.fromkeys(names))


class FirstMoveForm(forms.Form):
    """The first move of a lesson."""

    move = forms.CharField(max_length=LONGEST_TYPED)
    key = forms.RegexField(KEY, max_length=64)


class QuickForm(GameForm):
    """A match with whoever is there, in one press."""

    has_own_clock = False
    open_choice = _("Whatever the opponent chose")

    time = forms.ChoiceField(label=_("Time"))
    wait = forms.ChoiceField(
        label=_("If nobody comes"),
        choices=[
            ("30", _("a bot after 30 seconds")),
            ("120", _("a bot after 2 minutes")),
            ("600", _("a bot after 10 minutes")),
            ("", _("wait for a person")),
        ],
        initial="120",
        required=False,
    )

    @property
    def asked(self) -> SeekRequest:
        """The seek of a valid form: rated where it can be, by whatever terms there are."""
        data = self.cleaned_data
        has_clock = controls.control_of(data["time"]).bank is not None
        terms = Terms(
            data["game"], data["time"], key=data["key"], options=self.options, rated=has_clock
        )
        wait = timedelta(seconds=int(data["wait"])) if data["wait"] else None
        return SeekRequest(terms, lasts=timedelta(days=1), is_quick=True, bot_after=wait)


class LobbyForm(forms.Form):
    """The filters and the order of the lobby."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    pace = forms.ChoiceField(
        label=_("Pace"),
        required=False,
        choices=[("", _("Any pace")), ("slow", _("Over days")), ("live", _("Live"))],
    )
    rated = forms.ChoiceField(
        label=_("Match type"),
        required=False,
        choices=[("", _("Rated or casual")), ("yes", _("Rated")), ("no", _("Casual"))],
    )
    sort = forms.ChoiceField(
        label=_("Order"),
        required=False,
        choices=[
            ("newest", _("Newest first")),
            ("rating", _("Highest rating first")),
            ("time", _("By time")),
        ],
    )
    joinable = forms.BooleanField(label=_("Only those I can take"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", str(_("Any game"))), *duels()]

    def chosen(self) -> dict[str, object]:
        """Return the choices of a valid form besides the usual ones, in the order of its fields."""
        usual = ("", False, "newest")
        data = self.cleaned_data
        return {name: data[name] for name in self.fields if data[name] not in usual}

    @property
    def query(self) -> str:
        """A valid form as the address of the lobby has it."""
        chosen = self.chosen().items()
        return urlencode({name: "on" if value is True else value for name, value in chosen})


class WatchForm(forms.Form):
    """The filter and the order of running matches."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    sort = forms.ChoiceField(
        label=_("Order"),
        required=False,
        choices=[
            ("", _("Newest first")),
            ("strongest", _("Highest rating first")),
            ("ends", _("Least time first")),
        ],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", str(_("Any game"))), *duels()]

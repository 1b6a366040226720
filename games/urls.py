"""The addresses of pages and sockets."""

from __future__ import annotations

from django.urls import path

from games.about import views as about
from games.boards import views as rules
from games.campaign import views as campaigns
from games.chat import views as talks
from games.children import views as children
from games.clubs import views as clubs
from games.conversations import views as conversations
from games.desk import views as desks
from games.desk.consumers import DeskConsumer
from games.devices import files as device_files
from games.devices import views as devices
from games.events import views as events
from games.ladders import views as ladders
from games.leagues import views as leagues
from games.learn import views as learning
from games.lobby.consumers import LobbyConsumer
from games.lobby.views import challenges, house, openings, seeks
from games.matchpage.consumers import MatchConsumer
from games.matchpage.views import knowledge, matches, records, setups, sharing
from games.matchpage.views import notes as match_notes
from games.matchpage.views import plans as match_plans
from games.moderation.views import barriers, founding
from games.moderation.views import own as moderation
from games.moderation.views import public as moderators
from games.news import views as news
from games.notes import views as own_notes
from games.notices import views as notices
from games.people import views as people
from games.personal import views as personal
from games.programs import views as programs
from games.puzzles import views as puzzles
from games.reviews import views as reviews
from games.search import views as searching
from games.statistics import views as statistics
from games.tournaments import views as tournaments
from games.vacation import views as vacations

app_name = "games"
urlpatterns = [
    # first, as a turn asks for two of these: the list is searched from its beginning
    path("matches/new/", openings.new, name="new"),
    path("take/<slug:secret>/", openings.take, name="take"),
    path("matches/<slug:uid>/", matches.match, name="match"),
    path("matches/<slug:uid>/board/", matches.board, name="board"),
    path("matches/<slug:uid>/move/", matches.move, name="move"),
    path("matches/<slug:uid>/undo/", matches.undo, name="undo"),
    path("matches/<slug:uid>/opinion/", matches.opinion, name="opinion"),
    path("matches/<slug:uid>/practise/", openings.practise, name="practise"),
    path("set-ups/", setups.setups, name="set-ups"),
    path("set-ups/<slug:slug>/", setups.setup, name="set-up"),
    path("matches/<slug:uid>/setup/", matches.setup, name="setup"),
    path("matches/<slug:uid>/resign/", matches.resign, name="resign"),
    path("matches/<slug:uid>/draw/", matches.draw, name="draw"),
    path("matches/<slug:uid>/time/", matches.time, name="time"),
    path("matches/<slug:uid>/rematch/", matches.rematch, name="rematch"),
    path("matches/<slug:uid>/knowledge/", knowledge.knowledge, name="knowledge"),
    path("matches/<slug:uid>/mark/", knowledge.mark, name="mark"),
    path("notes/", own_notes.notes, name="notes"),
    path("matches/<slug:uid>/note/", match_notes.note, name="note"),
    path("matches/<slug:uid>/plan/", match_plans.plan, name="plan"),
    path("matches/<slug:uid>/plan/<path:line>/", match_plans.plan, name="plan-line"),
    path("matches/<slug:uid>/seen/", matches.seen, name="seen"),
    path("matches/<slug:uid>/cancel/", openings.cancel, name="cancel"),
    path("matches/<slug:uid>/commitments.txt", records.commitments, name="commitments"),
    path("matches/<slug:uid>/record.json", records.record, name="record"),
    path("matches/<slug:uid>/record.txt", records.record_as_text, name="record-as-text"),
    path("matches/<slug:uid>/board.svg", sharing.picture, name="picture"),
    path("matches/<slug:uid>/board.png", sharing.preview, name="preview"),
    path("matches/<slug:uid>/embed/", sharing.embed, name="embed"),
    path("matches/<slug:uid>/known/", reviews.known, name="known"),
    path("matches/<slug:uid>/analysis/", reviews.analysis, name="analysis"),
    path("matches/<slug:uid>/try/", reviews.variations, name="variations"),
    path("matches/<slug:uid>/try/<path:board>/", reviews.variations, name="variations-at"),
    path("matches/<slug:uid>/turning/", reviews.turning, name="turning"),
    path("matches/<slug:uid>/known/embed/", reviews.known_embed, name="known-embed"),
    path("matches/<slug:uid>/talk/", talks.talk, name="talk"),
    path("matches/<slug:uid>/report/", moderation.report, name="report"),
    path("", house.home, name="home"),
    path("favicon.ico", house.favicon, name="favicon"),
    path("desk/", desks.desk, name="desk"),
    path("who/", desks.who, name="who"),
    path("desk/mark/", desks.mark, name="desk-mark"),
    path("desk/counts/", desks.counts, name="counts"),
    path("desk/next/", desks.next_board, name="next-board"),
    path("archive/", desks.archive, name="archive"),
    path("notices/", notices.notices, name="notices"),
    path("notices/latest/", notices.latest_notice, name="latest-notice"),
    path("settings/notices/", notices.notice_settings, name="notice-settings"),
    path("settings/notices/sent/", notices.ledger, name="ledger"),
    path("messages/", conversations.messages, name="messages"),
    path("messages/<name>/", conversations.messages_with, name="messages-with"),
    path("settings/bots/", programs.bots, name="bots"),
    path("settings/children/", children.children, name="children"),
    path("settings/children/<name>/", children.child, name="child"),
    path("watch/", house.watch, name="watch"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.new_club, name="new-club"),
    path("clubs/<slug:club>/", clubs.club, name="club"),
    path("clubs/<slug:club>/feed/", clubs.club_feed, name="club-feed"),
    path("clubs/<slug:club>/challenge/", tournaments.ask_club, name="ask-club"),
    path("events/", events.events, name="events"),
    path("events/new/", tournaments.new_event, name="new-event"),
    path("events/ladder-<slug:slug>/", ladders.ladder, name="ladder"),
    *(
        path(
            f"events/ladder-<slug:slug>/table.{form}",
            ladders.ladder_file,
            {"form": form},
            name=f"ladder-as-{form}",
        )
        for form in ("json", "csv", "svg", "png")
    ),
    path("events/league-<slug:slug>/", leagues.league, name="league"),
    path("events/<slug:event>/", tournaments.event, name="event"),
    *(
        path(
            f"events/<slug:event>/table.{form}",
            tournaments.event_file,
            {"form": form},
            name=f"event-as-{form}",
        )
        for form in ("json", "csv", "trf", "svg", "png")
    ),
    path("events/<slug:event>/embed/", tournaments.event_embed, name="event-embed"),
    path("news/", news.news, name="news"),
    path("news/feed/", news.news_feed, name="news-feed"),
    path("statistics/", statistics.statistics, name="statistics"),
    path("lobby/", seeks.lobby, name="lobby"),
    path("lobby/new/", openings.moved, {"opponent": "here"}, name="new-seek"),
    path("lobby/quick/", seeks.quick, name="quick"),
    path("lobby/filters/", seeks.filters, name="filters"),
    path("lobby/seeks/<slug:seek>/", seeks.seek, name="seek"),
    path("challenges/new/", openings.moved, {"opponent": "person"}, name="new-challenge"),
    path("challenges/<slug:challenge>/", challenges.challenge, name="challenge"),
    path("devices/", devices.devices, name="devices"),
    path("sw.js", device_files.worker, name="worker"),
    path("manifest.webmanifest", device_files.manifest, name="manifest"),
    path("offline/", device_files.offline, name="offline"),
    path("devices/push/", devices.push, name="push"),
    path("calendar/<str:feed>.ics", devices.calendar, name="calendar"),
    path("vacation/", vacations.vacation, name="vacation"),
    path("search/", searching.search, name="search"),
    path("search/suggest/", searching.suggest, name="suggest"),
    path("people/", people.people, name="people"),
    path("people/<name>/feed/", people.person_feed, name="person-feed"),
    path("people/<name>/ties/", people.ties, name="ties"),
    path("people/<name>/report/", moderation.report_of_person, name="report-person"),
    path("ratings/", people.ratings, name="ratings"),
    path("rules/", rules.all_rules, name="all-rules"),
    path("rules/<slug:slug>/", rules.rules, name="rules"),
    path("rules/<slug:slug>/try/", rules.trial, name="trial"),
    path("analysis/<slug:slug>/", reviews.analysis_board, name="analysis-board"),
    path("analysis/<slug:slug>/move/", reviews.analysis_move, name="analysis-move"),
    path("analysis/<slug:slug>/worth/", reviews.analysis_worth, name="analysis-worth"),
    path("analyses/", reviews.analyses, name="analyses"),
    path("analyses/<slug:analysis>/", reviews.kept_analysis, name="kept-analysis"),
    path("analyses/by-link/<slug:link>/", reviews.shared_analysis, name="shared-analysis"),
    path("learn/", learning.courses, name="learn"),
    path("learn/<slug:slug>/", learning.course, name="course"),
    path("learn/<slug:slug>/<slug:step>/", learning.step, name="step"),
    path("learn/<slug:slug>/<slug:step>/<path:moves>/", learning.step, name="step-after"),
    path("puzzles/", puzzles.puzzles, name="puzzles"),
    path("puzzles/daily/", puzzles.daily, name="daily-puzzle"),
    path("puzzles/daily/feed/", puzzles.daily_feed, name="daily-puzzle-feed"),
    path("puzzles/daily/embed/", puzzles.daily_embed, name="daily-puzzle-embed"),
    path("puzzles/<slug:slug>/", puzzles.next_one, name="next-puzzle"),
    path("puzzles/<slug:slug>/<slug:puzzle>/", puzzles.puzzle, name="puzzle"),
    path("puzzles/<slug:slug>/<slug:puzzle>/<path:moves>/", puzzles.puzzle, name="puzzle-after"),
    path("play/<slug:slug>/", openings.play_bot, name="play-bot"),
    path("start/<slug:slug>/", house.start, name="start"),
    path("privacy/", about.text, {"page": "privacy"}, name="privacy"),
    path("terms/", about.text, {"page": "terms"}, name="terms"),
    path("imprint/", about.text, {"page": "imprint"}, name="imprint"),
    path("cookies/", about.text, {"page": "cookies"}, name="cookies"),
    path("accessibility/", about.text, {"page": "accessibility"}, name="accessibility"),
    path("accessibility/tell/", barriers.tell, name="barrier"),
    path("robots.txt", about.robots, name="robots"),
    path("sitemap.xml", about.sitemap, name="sitemap"),
    path("fair-play/", moderators.fair_play, name="fair-play"),
    path("setup/", founding.first_staff, name="first-staff"),
    path("reports/", moderation.reports, name="reports"),
    path("standing/", moderation.sanctions, name="own-sanctions"),
    path("standing/appeal/<slug:name>/", moderation.appeal, name="appeal"),
    path("my-data/", personal.my_data, name="my-data"),
    path("my-data/export/", personal.ask, name="ask-export"),
    path("my-data/export.json", personal.export, name="export"),
    path("my-data/leave/", personal.leave, name="leave"),
    path("campaign/", campaigns.campaign, name="campaign"),
    path("campaign/start/", campaigns.start, name="start-stage"),
    path("campaign/fork/", campaigns.fork, name="fork-stage"),
    path("campaign/skirmish/", campaigns.skirmish, name="skirmish"),
    path("campaign/daily/", campaigns.daily, name="daily"),
    path("campaign/<slug:stage>/", campaigns.stage, name="stage"),
    path("mail/bounced/", notices.bounced, name="mail-bounced"),
    path("unsubscribe/<path:token>/", notices.unsubscribe, name="unsubscribe"),
]

websocket_urlpatterns = [
    path("ws/matches/<slug:uid>/", MatchConsumer.as_asgi()),
    path("ws/desk/", DeskConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
]

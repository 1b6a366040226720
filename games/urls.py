"""Addresses of matches."""

from __future__ import annotations

from django.urls import path

from games.views import (
    desks,
    house,
    knowledge,
    matches,
    notes,
    openings,
    records,
    sharing,
    unsubscribing,
)

app_name = "games"
urlpatterns = [
    path("", house.home, name="home"),
    path("favicon.ico", house.favicon, name="favicon"),
    path("desk/", desks.desk, name="desk"),
    path("desk/counts/", desks.counts, name="counts"),
    path("desk/next/", desks.next_board, name="next-board"),
    path("archive/", desks.archive, name="archive"),
    path("notices/", house.notices, name="notices"),
    path("rules/", house.all_rules, name="all-rules"),
    path("rules/<slug:slug>/", house.rules, name="rules"),
    path("matches/new/", openings.new, name="new"),
    path("take/<slug:secret>/", openings.take, name="take"),
    path("matches/<slug:uid>/", matches.match, name="match"),
    path("matches/<slug:uid>/board/", matches.board, name="board"),
    path("matches/<slug:uid>/move/", matches.move, name="move"),
    path("matches/<slug:uid>/setup/", matches.setup, name="setup"),
    path("matches/<slug:uid>/resign/", matches.resign, name="resign"),
    path("matches/<slug:uid>/draw/", matches.draw, name="draw"),
    path("matches/<slug:uid>/rematch/", matches.rematch, name="rematch"),
    path("matches/<slug:uid>/knowledge/", knowledge.knowledge, name="knowledge"),
    path("matches/<slug:uid>/mark/", knowledge.mark, name="mark"),
    path("matches/<slug:uid>/note/", notes.note, name="note"),
    path("matches/<slug:uid>/seen/", matches.seen, name="seen"),
    path("matches/<slug:uid>/cancel/", openings.cancel, name="cancel"),
    path("matches/<slug:uid>/commitments.txt", records.commitments, name="commitments"),
    path("matches/<slug:uid>/record.json", records.record, name="record"),
    path("matches/<slug:uid>/record.txt", records.record_as_text, name="record-as-text"),
    path("matches/<slug:uid>/board.svg", sharing.picture, name="picture"),
    path("matches/<slug:uid>/embed/", sharing.embed, name="embed"),
    path("unsubscribe/<path:token>/", unsubscribing.unsubscribe, name="unsubscribe"),
]

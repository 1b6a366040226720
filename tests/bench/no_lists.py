"""The routes that show no list of rows, by why they do not; all others: `tests/kit/lists.py`."""

from __future__ import annotations

NO_LISTS = {
    "a form alone asks for it": """accounts:end_sign_in accounts:pieces accounts:revoke
        accounts:theme accounts:token
        admin:logout admin:moderation_consent admin:moderation_hide admin:moderation_inquiry
        admin:moderation_next admin:moderation_reveal admin:moderation_rule admin:moderation_verify
        admin:moderation_work api:bot-address api:bot-rules api:coached api:draw api:fork api:play
        api:puzzle-opinion api:rematch api:resign api:skirmish api:takeback api:time
        games:ask-export games:cancel games:desk-mark games:draw games:filters games:fork-stage
        games:leave games:mail-bounced games:mark games:move games:opinion games:practise games:push
        games:quick games:rematch games:resign games:seen games:setup games:start-stage games:ties
        games:time games:undo set_language""",
    "it leads elsewhere": """accounts:claim accounts:undo_email admin:(?P<url>.*)$
        admin:<path:object_id>/ admin:login admin:password_change admin:view_on_site
        games:daily-puzzle games:favicon games:new-challenge games:new-seek games:next-board
        games:next-puzzle""",
    "a text or a file of the site": """admin:jsi18n admin:password_change_done api:guide
        api:openapi games:all-rules games:accessibility games:cookies games:imprint
        games:manifest games:offline discovery games:news-feed
        games:privacy games:robots games:rules games:sitemap games:terms games:trial
        games:unsubscribe games:who games:worker healthz metrics readyz security_txt seen
        well_known_password""",
    "a form about one's own account": """account_change_password account_confirm_email
        account_confirm_login_code account_email account_email_verification_sent account_inactive
        account_login account_logout account_reauthenticate account_reset_password
        account_reset_password_done account_reset_password_from_key
        account_reset_password_from_key_done account_set_password account_signup
        games:child games:children accounts:authorize
        accounts:settings
        games:first-staff games:notice-settings games:vacation mfa_activate_totp
        mfa_add_webauthn mfa_authenticate
        mfa_deactivate_totp mfa_download_recovery_codes mfa_edit_webauthn
        mfa_generate_recovery_codes mfa_index mfa_list_webauthn mfa_login_webauthn
        mfa_reauthenticate mfa_reauthenticate_webauthn mfa_remove_webauthn
        mfa_view_recovery_codes accounts:unlink openid_connect_callback openid_connect_login
        socialaccount_signup""",
    "it makes one thing": """games:barrier games:new-club games:play-bot games:report
        games:report-person games:start games:take""",
    "it shows one match": """api:commitments api:match api:picture api:record api:stream-match
        games:analysis games:board games:commitments games:embed games:knowledge games:known
        games:known-embed games:note games:picture games:plan games:plan-line games:preview
        games:record games:record-as-text games:turning games:variations games:variations-at""",
    "it shows one offer, puzzle or analysis, or one line": """api:challenge api:daily-puzzle
        api:next-puzzle api:puzzle api:seek games:analysis-board games:analysis-move
        games:analysis-worth games:appeal
        games:challenge games:daily-puzzle-embed games:latest-notice games:puzzle
        games:puzzle-after games:seek games:shared-analysis""",
    "its rows are the stages, lessons and games there are": """api:campaign api:daily api:games
        api:lessons api:stage api:step games:campaign games:course games:daily games:learn
        games:skirmish games:stage games:step games:step-after""",
    "a table that is listed as JSON, in another form": """games:event-as-csv games:event-as-trf
        games:event-as-png games:ladder-as-csv games:ladder-as-svg games:ladder-as-png""",
    "one file, read by the workers": "games:export",
    "what one person is to another": "api:person-ties",
    "twenty items, or 52 weeks, at most": "api:news api:statistics games:news games:statistics",
    "a record each, a hundred at most, in a bucket of its own": "api:export",
    "what api:events answers": "api:stream-events",
    "one row for staff, or none of theirs": """admin:accounts_user_add admin:accounts_user_delete
        admin:autocomplete admin:auth_group_add admin:auth_group_change
        admin:auth_group_changelist admin:auth_group_delete admin:bots_botturn_add
        admin:bots_botturn_change admin:bots_botturn_changelist admin:bots_botturn_delete
        admin:index admin:match_match_add admin:match_match_delete admin:moderation_appeal_add
        admin:moderation_appeal_delete admin:moderation_consent_add
        admin:moderation_consent_change admin:moderation_consent_delete
        admin:moderation_modaction_add admin:moderation_modaction_change
        admin:moderation_modaction_delete admin:moderation_report_add
        admin:moderation_report_delete admin:moderation_site upkeep admin:notices_delivery_add
        admin:notices_delivery_change admin:notices_delivery_delete admin:notices_notice_add
        admin:notices_notice_delete admin:puzzles_puzzle_add admin:puzzles_puzzle_delete
        admin:news_newsitem_add admin:news_newsitem_change admin:news_newsitem_delete
        admin:news_newsitem_changelist""",
    "what the admin site has logged of one row": """admin:accounts_user_history
        admin:auth_group_history admin:bots_botturn_history admin:match_match_history
        admin:moderation_appeal_history admin:moderation_consent_history
        admin:moderation_modaction_history admin:moderation_report_history
        admin:notices_delivery_history admin:notices_notice_history
        admin:puzzles_puzzle_history admin:news_newsitem_history""",
}
"""Names of routes, as in `tests/routes.py`."""

-- Who is gone, and who goes when: a list beside each dump, which `manage.py delete_again` reads after
-- an older dump was restored. Names nobody; ids are told apart by when the account was made.
SELECT json_build_object(
  'listed_at', now(),
  'accounts', coalesce(
    json_agg(json_build_object('id', id, 'joined', date_joined, 'leaves_at', leaves_at) ORDER BY id), '[]'
  )
)
FROM accounts_user
WHERE leaves_at IS NOT NULL
  OR (NOT is_active AND email = '' AND password LIKE '!%' AND name ~ '^gone-[a-z0-9]{10}$');

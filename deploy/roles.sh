#!/bin/sh
# What the image of PostgreSQL runs when its volume is new: deploy/roles.sql with values of compose.
set -eu
psql --quiet --username "$POSTGRES_USER" --dbname postgres \
  --set database=jinya \
  --set owner=jinya_owner --set owner_password="$JINYA_OWNER_PASSWORD" \
  --set app=jinya_app --set app_password="$JINYA_APP_PASSWORD" \
  --set backup=jinya_backup --set backup_password="$JINYA_BACKUP_PASSWORD" \
  --file /roles.sql

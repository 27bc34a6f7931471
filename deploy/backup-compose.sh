#!/bin/sh
# A backup of the containers of compose.yml into the folder $1 outside of them, for cron; older ones than 30 days go.
set -eu
folder=${1:?name the folder for the copies}
compose="docker compose --file $(dirname "$0")/compose.yml"
today=$(date +%F)
umask 077
mkdir -p "$folder"
if [ "${2:-}" = postgresql ]; then
    $compose exec -T postgresql pg_dump --username=scorekeeper --format=custom > "$folder/$today.part"
    mv "$folder/$today.part" "$folder/$today.dump"
else
    $compose exec -T scorekeeper scorekeeper backup "/backups/$today.sqlite3"
    $compose cp "scorekeeper:/backups/$today.sqlite3" "$folder"
    $compose cp "scorekeeper:/backups/$today.sqlite3.sha256" "$folder"
    $compose exec -T scorekeeper find /backups -name "*.sqlite3*" -mtime +30 -delete
fi
$compose cp scorekeeper:/data/secret_key "$folder" || echo "Keep the SECRET_KEY of deploy/.env, too." >&2
find "$folder" -name "[0-9]*.[sd]*" -mtime +30 -delete

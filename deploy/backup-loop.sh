#!/bin/sh
# The backup services of compose.yml: a verified copy in /backups at the start and every 24 hours. Older ones than
# SCOREKEEPER_BACKUP_DAYS go. `last_good` is touched after each that went well, for the health check.
# $1: sqlite or postgresql; $2: `once` makes one copy only.
set -u
umask 077
trap 'exit 0' TERM INT
folder=${BACKUPS:-/backups}
instance=${SCOREKEEPER_INSTANCE:-/data}

copy() {
    name=$folder/$(date +%Y-%m-%dT%H%M%S)
    case "$1" in
        postgresql) pg_dump --format=custom --file="$name.part" && mv "$name.part" "$name.dump" ;;
        *) scorekeeper backup "$name.sqlite3" && scorekeeper verify ;;
    esac
}

keep_key() {
    if [ -f "$instance/secret_key" ]; then
        cp "$instance/secret_key" "$folder/secret_key"
    else
        echo "Keep the SECRET_KEY of your settings, too." >&2
    fi
}

while :; do
    if copy "$1" && keep_key; then
        touch "$folder/last_good"
        find "$folder" -name "[0-9]*.[sd]*" -mtime "+${SCOREKEEPER_BACKUP_DAYS:-30}" -delete
        [ "${2:-}" = once ] && exit 0
        pause=86400
    else
        [ "${2:-}" = once ] && exit 1
        pause=600 # and the health check fails once the last good copy is older than a day
    fi
    sleep "$pause" &
    wait $!
done

#!/bin/sh
# Saves a trip as CSV, every second of it. It costs 50 credits.
#
# TAFFRAIL_URL=https://taffrail.example TAFFRAIL_KEY=bk_... sh trip-csv.sh TRIP_ID [FILE]
set -eu
trip=$1
file=${2:-$trip.csv}

call() {
  curl --silent --show-error --fail-with-body -H "Authorization: Bearer $TAFFRAIL_KEY" "$@"
}

answer=$(
  call "$TAFFRAIL_URL/public/v1/downloads/raw-data" \
    -H "Content-Type: application/json" \
    -d '{"trip_id": "'"$trip"'", "requestType": "calc", "format": "csv"}'
) || {
  # A refusal says why.
  echo "$answer" >&2
  exit 1
}
link=$(echo "$answer" | sed -E 's/.*"download_link":"([^"]+)".*/\1/')
call "$TAFFRAIL_URL$link" -o "$file"
echo "$file"

# Binary ratings, in jq: a second opinion on well-formed documents. jq keeps no number's spelling
# and sees only the last of a key given twice, so compare values, and leave such documents out.
#
#   jq -c -f Scripts/oracle/migrate.jq export.ndjson        NDJSON, or one array, or id → document

def is_event: has("rating") or has("joke_id");

def migrated:
  if .rating == 4 then .rating = 5
  elif .rating == 2 then .rating = 1
  elif .rating == 3 then empty
  else . end;

if type == "array" then map(migrated)
elif is_event then migrated
elif has("rating_events") then
  .rating_events |= with_entries(.value as $event | .value = ($event | migrated))
else with_entries(.value as $event | .value = ($event | migrated)) end

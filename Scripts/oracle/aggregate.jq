# The all-time top list, in jq: a second opinion on well-formed documents.
#
#   jq -n -f Scripts/oracle/aggregate.jq --arg scale binary --argjson top 10 \
#      --arg now 2026-03-01T00:00:00Z export.ndjson         NDJSON, or one array, or id → document

def events:
  if type == "array" then .[]
  elif has("rating") or has("joke_id") then .
  elif has("rating_events") then .rating_events[]
  else .[] end;

def usable: .joke_id | type == "string" and . != "";

def side:
  if .rating == 5 then "hilarious"
  elif .rating == 1 then "horrible"
  elif $scale == "five-point" and .rating == 4 then "hilarious"
  elif $scale == "five-point" and .rating == 2 then "horrible"
  else "neither" end;

# One pass that keeps a count a joke, so that a large export fits into memory.
def tallied:
  reduce (inputs | events | select(usable)) as $event ({hilarious: {}, horrible: {}, neither: {}};
    .[$event | side][$event.joke_id] += 1);

# jq orders strings by their UTF-8 bytes.
def ranked:
  to_entries | sort_by(-.value, .key) | .[:$top]
  | [to_entries[] | {joke_id: .value.key, count: .value.value, rank: (.key + 1)}];

tallied | {
  week_id: "all_time",
  hilarious: (.hilarious | ranked),
  horrible: (.horrible | ranked),
  total_hilarious_ratings: (.hilarious | add // 0),
  total_horrible_ratings: (.horrible | add // 0),
  computed_at: $now
}

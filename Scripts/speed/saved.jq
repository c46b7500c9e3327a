# Saves every rated joke of a dump, in jq: Rules, “Rated to saved”.
#
#   jq -c --argjson now 1772337600 -f Scripts/speed/saved.jq dumps.ndjson

if .hasMigratedRatedToSaved == true then . else
  (.jokeRatings // {}) as $rated
  | (.jokeRatingTimestamps // {}) as $times
  | (.savedJokeIds // []) as $saved
  | ((.savedJokeTimestamps // {})
      + ($rated | with_entries(.value = ($times[.key] // $now)))) as $at
  | if $rated == {} then . else
      .savedJokeIds = $saved + (($rated | keys_unsorted) - $saved | sort_by(-$at[.], .))
      | .savedJokeTimestamps = $at
    end
  | .hasMigratedRatedToSaved = true
end

// Ranks an export in NDJSON with Node alone: node rank.mjs INPUT NOW prints the ranking document.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

const [path, now] = process.argv.slice(2);
const counts = { hilarious: new Map(), horrible: new Map() };
for await (const line of createInterface({ input: createReadStream(path) })) {
  const { joke_id: joke, rating } = JSON.parse(line);
  if (rating === 3) continue;
  const side = rating > 3 ? counts.hilarious : counts.horrible;
  side.set(joke, (side.get(joke) ?? 0) + 1);
}

const byCountThenBytes = ([one, many], [other, more]) =>
  more - many || Buffer.compare(Buffer.from(one), Buffer.from(other));
const ranked = (side) =>
  [...side].sort(byCountThenBytes).slice(0, 10)
    .map(([joke_id, count], place) => ({ joke_id, count, rank: place + 1 }));
const total = (side) => [...side.values()].reduce((sum, count) => sum + count, 0);
console.log(JSON.stringify({
  week_id: "all_time",
  hilarious: ranked(counts.hilarious),
  horrible: ranked(counts.horrible),
  total_hilarious_ratings: total(counts.hilarious),
  total_horrible_ratings: total(counts.horrible),
  computed_at: now,
}, null, 2));

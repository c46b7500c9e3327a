// What the app's own script ranks: node aggregate.mjs INPUT TOP prints both lists of an NDJSON.
//
// It compares and counts as JavaScript does, which is all that matters here: `rating >= 4`,
// `rating <= 2`, and a plain object of counts.
import { readFileSync } from "node:fs";

const [path, top] = process.argv.slice(2);
const documents = readFileSync(path, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));

const counts = {};
for (const { joke_id: id, rating } of documents) {
  const side = rating >= 4 ? "hilarious" : rating <= 2 ? "horrible" : null;
  if (!side) continue;
  counts[id] = counts[id] || { hilarious: 0, horrible: 0 };
  counts[id][side]++;
}

const ranked = (side) => Object.keys(counts)
  .filter((id) => counts[id][side] > 0)
  .sort((one, other) => counts[other][side] - counts[one][side]
    || Buffer.compare(Buffer.from(one), Buffer.from(other)))
  .slice(0, Number(top))
  .map((id) => [id, counts[id][side]]);
console.log(JSON.stringify({ hilarious: ranked("hilarious"), horrible: ranked("horrible") }));

// What the app's own script ranks: node aggregate.mjs INPUT TOP prints what it makes of an NDJSON.
//
// It compares and counts as JavaScript does, which is all that matters here: `rating >= 4`, else
// `rating <= 2`, a plain object of counts for each side, and a stable sort of its entries.
import { readFileSync } from "node:fs";

const [path, top] = process.argv.slice(2);
const documents = readFileSync(path, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));

const hilarious = {};
const horrible = {};
let totalHilarious = 0;
let totalHorrible = 0;
for (const { joke_id: id, rating } of documents) {
  if (rating >= 4) {
    hilarious[id] = (hilarious[id] || 0) + 1;
    totalHilarious++;
  } else if (rating <= 2) {
    horrible[id] = (horrible[id] || 0) + 1;
    totalHorrible++;
  }
}

const ranked = (counts) => Object.entries(counts)
  .sort((one, other) => other[1] - one[1])
  .slice(0, Number(top))
  .map(([joke_id, count], index) => ({ joke_id, count, rank: index + 1 }));
console.log(JSON.stringify({
  hilarious: ranked(hilarious),
  horrible: ranked(horrible),
  total_hilarious_ratings: totalHilarious,
  total_horrible_ratings: totalHorrible,
}));

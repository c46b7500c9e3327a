// What the app's own script ranks: node aggregate.mjs INPUT TOP prints what it makes of an NDJSON.
// With `weeks` as a third argument: what its older versions made of each week.
//
// It compares and counts as JavaScript does, which is all that matters here: `rating >= 4`, else
// `rating <= 2`, a plain object of counts for each side, and a stable sort of its entries.
import { readFileSync } from "node:fs";

const [path, top, by] = process.argv.slice(2);
const documents = readFileSync(path, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));

function ranking(events) {
  const hilarious = {};
  const horrible = {};
  let totalHilarious = 0;
  let totalHorrible = 0;
  for (const { joke_id: id, rating } of events) {
    if (rating >= 4) {
      hilarious[id] = (hilarious[id] || 0) + 1;
      totalHilarious++;
    } else if (rating <= 2) {
      horrible[id] = (horrible[id] || 0) + 1;
      totalHorrible++;
    }
  }
  return {
    hilarious: ranked(hilarious),
    horrible: ranked(horrible),
    total_hilarious_ratings: totalHilarious,
    total_horrible_ratings: totalHorrible,
  };
}

function ranked(counts) {
  return Object.entries(counts)
    .sort((one, other) => other[1] - one[1])
    .slice(0, Number(top))
    .map(([joke_id, count], index) => ({ joke_id, count, rank: index + 1 }));
}

// Monday to Sunday of a week, on a server whose clock is UTC.
function ends(weekId) {
  const [year, week] = weekId.split("-W").map(Number);
  const fourth = new Date(Date.UTC(year, 0, 4));
  const start = new Date(fourth);
  start.setUTCDate(fourth.getUTCDate() - ((fourth.getUTCDay() + 6) % 7) + (week - 1) * 7);
  const end = new Date(start);
  end.setUTCDate(start.getUTCDate() + 6);
  end.setUTCHours(23, 59, 59, 999);
  return { week_start: start.toISOString(), week_end: end.toISOString() };
}

const weeks = [...new Set(documents.map((event) => event.week_id))].sort();
console.log(JSON.stringify(
  by === "weeks"
    ? weeks.map((week) => ({
      week_id: week, ...ends(week), ...ranking(documents.filter((event) => event.week_id === week)),
    }))
    : ranking(documents)));

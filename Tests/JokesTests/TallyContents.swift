import Jokes

/// All that a tally holds, as its rankings tell it: of each joke how often it was hilarious, and how
/// often horrible.
func counts(_ tally: Tally) -> [JokeID: [Int]] {
  let ranking = Ranking(of: tally, length: .max)
  var counts: [JokeID: [Int]] = [:]
  for joke in ranking.hilarious.jokes { counts[joke.id, default: [0, 0]][0] = joke.count }
  for joke in ranking.horrible.jokes { counts[joke.id, default: [0, 0]][1] = joke.count }
  return counts
}

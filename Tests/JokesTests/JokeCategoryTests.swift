import Jokes
import Testing

struct JokeCategoryTests {
  @Test(arguments: [
    ("dad", JokeCategory.dadJoke), ("dad joke", .dadJoke), ("dad_joke", .dadJoke),
    ("dadjoke", .dadJoke), ("dad jokes", .dadJoke), ("knock", .knockKnock),
    ("knock-knock", .knockKnock), ("knock_knock", .knockKnock), ("knockknock", .knockKnock),
    ("knock-knock jokes", .knockKnock), ("pickup", .pickupLine), ("pickup line", .pickupLine),
    ("pickup_line", .pickupLine), ("pickupline", .pickupLine), ("pick up line", .pickupLine),
    ("pick up lines", .pickupLine),
  ])
  func `every spelling of a type is known, in any case and with space around it`(
    type: String, category: JokeCategory
  ) {
    for spelling in [type, type.uppercased(), " \t\(type)\r\n", "\u{A0}\(type)\u{2003}"] {
      #expect(JokeCategory(text: "What do you call it?", type: spelling) == category)
    }
  }

  @Test(arguments: [nil, "", " ", "limerick", "pick  up line", "pickup-line", "dads"])
  func `any other type, and none, is a dad joke`(type: String?) {
    #expect(JokeCategory(text: "", type: type) == .dadJoke)
  }

  @Test(arguments: [
    "Knock, knock. Who's there? Lettuce.", "KNOCK KNOCK! WHO'S THERE?", "knockwho's there",
    "\u{212A}noc\u{212A}. Wwho's who's there", "knock who'who's there",
  ])
  func `a joke told as a knock-knock joke is one, whatever its type`(text: String) {
    for type in [nil, "dad", "pickup_line"] {
      #expect(JokeCategory(text: text, type: type) == .knockKnock)
    }
  }

  @Test(arguments: [
    " Knock, knock. Who's there?", "Knock, knock. Who is there?", "Knock, knock. Who’s there?",
    "Who's there? Knock, knock.", "knoc", "knock", "",
  ])
  func `one that is told otherwise goes by its type`(text: String) {
    #expect(JokeCategory(text: text, type: "pickup") == .pickupLine)
    #expect(JokeCategory(text: text, type: nil) == .dadJoke)
  }
}

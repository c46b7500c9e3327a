@main struct AggregateTop10 {
  static func main() {}
}

@main struct MigrateRatings {
  static func main() {}
}

@main struct MigrateSaved {
  static func main() {}
}

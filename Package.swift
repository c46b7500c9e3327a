// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
]

/// The modules, lowest level first; an import goes only to a lower level.
let modules: [(name: String, imports: [Target.Dependency])] = [
  ("ByteIO", []),
  ("Jokes", []),
  ("JSONText", ["ByteIO"]),
  ("Console", ["ByteIO"]),
  ("Formats", ["Jokes", "JSONText", "ByteIO"]),
  ("Pipeline", ["JSONText", "ByteIO"]),
  ("Reports", ["Jokes", "JSONText", "ByteIO"]),
  ("Wiring", ["Console", "Pipeline", "Formats", "Reports", "Jokes", "JSONText", "ByteIO"]),
]

/// The executables; each wires the modules together and holds nothing else.
let tools = [
  "migrate-ratings", "aggregate-top10", "migrate-saved", "preview-feed", "edit-saved",
  "prune-processed", "read-export",
]

let toolImports: [Target.Dependency] = modules.map { .init(stringLiteral: $0.name) }

let package = Package(
  name: "LaughTrack",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Jokes", targets: ["Jokes"]),
    .library(name: "Formats", targets: ["Formats"]),
  ] + tools.map { .executable(name: $0, targets: [$0]) },
  targets: modules.map { module in
    .target(name: module.name, dependencies: module.imports, swiftSettings: settings)
  }
    + tools.map { tool in
      .executableTarget(name: tool, dependencies: toolImports, swiftSettings: settings)
    }
    + [.target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings)]
    + modules.map { module in
      .testTarget(
        name: module.name + "Tests",
        dependencies: [.init(stringLiteral: module.name), "TestSupport"] + module.imports,
        swiftSettings: settings)
    }
    + [
      // What the test of durability kills; no product.
      .executableTarget(
        name: "MarkingProcess", dependencies: ["Formats", "ByteIO"], path: "Tests/MarkingProcess",
        swiftSettings: settings),
      .testTarget(
        name: "ToolTests",
        dependencies: ["TestSupport", "MarkingProcess", "ByteIO"]
          + tools.map { .init(stringLiteral: $0) },
        swiftSettings: settings),
    ],
  swiftLanguageModes: [.v6]
)

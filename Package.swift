// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
  .enableExperimentalFeature("Extern"),
]

/// The only module in C: hashes, searches and comparisons by instructions that plain Swift cannot choose at
/// run time.
let kernels = "CKernels"

/// The first eight digits of the commit that is built, for `--version`. `Scripts/package` sets the
/// variable. It is the value of a macro in one file of C, because Swift has none with a value: a new
/// commit compiles only that module again.
let commit = Context.environment["LAUGHTRACK_COMMIT"].flatMap { UInt32($0, radix: 16) }

let kernelSettings = commit.map { [CSetting.define("LAUGHTRACK_COMMIT", to: "\($0)u")] }

/// The modules in Swift, lowest level first; an import goes only to a lower level.
let modules: [(name: String, imports: [Target.Dependency])] = [
  ("Scan", [.init(stringLiteral: kernels)]),
  ("SystemIO", ["Scan"]),
  ("Jokes", []),
  ("Formats", ["Jokes", "SystemIO", "Scan"]),
  ("Runs", ["Formats", "Jokes", "SystemIO", "Scan"]),
]

/// The executables; each wires the modules together and holds nothing else.
let tools = [
  "migrate-ratings", "aggregate-top10", "migrate-saved", "preview-feed", "edit-saved",
  "prune-processed", "read-export",
]

let toolImports: [Target.Dependency] = modules.map { .init(stringLiteral: $0.name) }

/// Whether `Scripts/fuzz` builds: then the tools are run by what fuzzes them, not by a shell.
let isFuzzing = Context.environment["LAUGHTRACK_FUZZ"] != nil

/// What `Jokes` links on Linux: it rounds numbers, and imports no module that names the library for that.
let mathLibrary = LinkerSetting.linkedLibrary("m", .when(platforms: [.linux]))

let package = Package(
  name: "LaughTrack",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Jokes", targets: ["Jokes"]),
    .library(name: "Formats", targets: ["Formats"]),
  ] + (isFuzzing ? [] : tools.map { .executable(name: $0, targets: [$0]) }),
  targets: [.target(name: kernels, cSettings: kernelSettings)]
    + modules.map { module in
      .target(
        name: module.name, dependencies: module.imports, swiftSettings: settings,
        linkerSettings: module.name == "Jokes" ? [mathLibrary] : [])
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
      .testTarget(
        name: "ToolTests",
        dependencies: ["TestSupport", "SystemIO", "Scan"]
          + tools.map { .init(stringLiteral: $0) },
        swiftSettings: settings)
    ],
  swiftLanguageModes: [.v6]
)

// `Scripts/fuzz` sets this: the tools are then modules, run by what fuzzes them, and libFuzzer looks
// on. Tests are no part of that.
if Context.environment["LAUGHTRACK_FUZZ"] != nil {
  let fuzzed = settings + [.unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"])]
  package.products = [.executable(name: "Fuzzing", targets: ["Fuzzing"])]
  package.targets =
    [.target(name: kernels, cSettings: [.unsafeFlags(["-fsanitize=address"])])]
    + modules.map { module in
      .target(name: module.name, dependencies: module.imports, swiftSettings: fuzzed)
    }
    + tools.map { tool in
      // Each has its `main`, which must not be that of the whole.
      let main = ["-Xfrontend", "-entry-point-function-name", "-Xfrontend", tool + "-main"]
      return .target(
        name: tool, dependencies: toolImports, swiftSettings: fuzzed + [.unsafeFlags(main)])
    }
    + [
      .executableTarget(
        name: "Fuzzing", dependencies: toolImports + tools.map { .init(stringLiteral: $0) },
        path: "Tests/Fuzzing",
        swiftSettings: fuzzed + [.enableExperimentalFeature("Extern")],
        linkerSettings: [
          .unsafeFlags(["-sanitize=fuzzer,address", "-Xclang-linker", "-fuse-ld=lld"])
        ])
    ]
}

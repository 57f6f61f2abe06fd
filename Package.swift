// swift-tools-version: 6.2.1
import PackageDescription

// 6.2.1, because before macOS 26 a program that uses `Span` loads libswiftCompatibilitySpan.dylib, and executables that
// SwiftPM 6.2.0 builds do not find it (swift-package-manager, pull request 9168). Xcode 26.1 has 6.2.1.

/// The articles that `rehearsal help` shows; RehearsalCLI has a name for each of them (HelpPage.swift).
let articles = [
    "Cluster", "ContinuousIntegration", "Control", "Defects", "Devices", "Exploring", "FaultTable", "FaultsAndClients",
    "FiveMinutes", "Importing", "JSONPath", "OpenAPI", "Patterns", "Recording", "Reports", "Requests", "Room", "Rules",
    "Scope",
    "SwiftTests", "Tickets", "UITests", "UnderContract", "Verifying", "WellKnownClients", "WritingAContract",
    "WritingAScenario", "Xcode",
]

/// The files of the control room; RehearsalControl has a case for each of them (RoomFile.swift).
let roomFiles = [
    "room.html", "room.css", "room.svg", "room.js", "room-api.js", "room-body.js", "room-copy.js", "room-detail.js",
    "room-dom.js", "room-list.js", "room-panels.js", "room-scenario.js",
]

let package = Package(
    name: "rehearsal",
    platforms: [.macOS(.v14), .iOS(.v16)],
    products: [
        // Not "Rehearsal": the file system of a Mac ignores case, so that Xcode would write the product "rehearsal", the
        // command, to the same paths. The module is Rehearsal.
        .library(name: "RehearsalCore", targets: ["Rehearsal"]),
        .library(name: "RehearsalServer", targets: ["RehearsalServer"]),
        .library(name: "RehearsalHarness", targets: ["RehearsalHarness"]),
        .library(name: "RehearsalBackend", targets: ["RehearsalBackend"]),
        .library(name: "RehearsalTesting", targets: ["RehearsalTesting"]),
        .library(name: "RehearsalXCTest", targets: ["RehearsalXCTest"]),
        .library(name: "RehearsalRecording", targets: ["RehearsalRecording"]),
        .library(name: "RehearsalURLSession", targets: ["RehearsalURLSession"]),
        .executable(name: "rehearsal", targets: ["RehearsalCLI"]),
        .plugin(name: "RehearsalCommandPlugin", targets: ["RehearsalCommandPlugin"]),
        .plugin(name: "RehearsalLintPlugin", targets: ["RehearsalLintPlugin"]),
        .executable(name: "reference-subject", targets: ["ReferenceSubject"]),
    ],
    targets: [
        // JSON and YAML documents with positions, member order and exact numbers; and the texts that every reader
        // shares.
        .target(name: "RehearsalJSON"),
        .target(name: "Rehearsal", dependencies: ["RehearsalJSON"]),
        .target(name: "RehearsalContracts", dependencies: ["Rehearsal"]),
        // OpenAPI documents: their parts with positions, example values, and the scenarios that they describe.
        .target(name: "RehearsalOpenAPI", dependencies: ["Rehearsal"]),
        // The operating system: locks, threads, clocks, sockets, files, processes. It exports the C library.
        .target(name: "RehearsalPlatform", dependencies: ["CRehearsalPlatform"]),
        // HTTP/1.1 in both directions: the framing of requests and replies.
        .target(name: "RehearsalHTTP", dependencies: ["Rehearsal", "RehearsalPlatform"]),
        // Connects to HTTP servers over TCP and TLS, and blocks the thread that waits.
        .target(
            name: "RehearsalClient",
            dependencies: ["RehearsalHTTP", "RehearsalPlatform", "CRehearsalPlatform"]
        ),
        // What stands for a secret wherever a recording is read, compared or written.
        .target(name: "RehearsalRedaction", dependencies: ["Rehearsal", "RehearsalHTTP", "RehearsalPlatform"]),
        // Scenario files: reads, checks and describes them; and recordings, as far as a scenario plays them.
        .target(
            name: "RehearsalDocuments",
            dependencies: [
                "Rehearsal", "RehearsalOpenAPI", "RehearsalHTTP", "RehearsalPlatform", "RehearsalRedaction",
            ]
        ),
        // What `rehearsal lint` finds in files that can be read: secrets, and endpoints that never answer.
        .target(
            name: "RehearsalLint",
            dependencies: [
                "Rehearsal", "RehearsalOpenAPI", "RehearsalHTTP", "RehearsalPlatform", "RehearsalRedaction",
                "RehearsalDocuments",
            ]
        ),
        // Writes recordings, derives scenarios from them, and compares them with a backend.
        .target(
            name: "RehearsalRecordings",
            dependencies: [
                "Rehearsal", "RehearsalHTTP", "RehearsalPlatform", "RehearsalRedaction", "RehearsalDocuments",
                "RehearsalLint", "RehearsalOpenAPI",
            ]
        ),
        // Turns what other tools play into scenarios.
        .target(
            name: "RehearsalImport",
            dependencies: [
                "Rehearsal", "RehearsalOpenAPI", "RehearsalHTTP", "RehearsalPlatform", "RehearsalRedaction",
                "RehearsalDocuments", "RehearsalLint", "RehearsalRecordings",
            ]
        ),
        // What contracts and runs have found, as text, JSON, JUnit and Markdown.
        .target(
            name: "RehearsalReports",
            dependencies: ["Rehearsal", "RehearsalPlatform", "RehearsalDocuments", "RehearsalContracts"]
        ),
        // What a contract has found, as a page for a browser.
        .target(name: "RehearsalReportPage", dependencies: ["Rehearsal", "RehearsalContracts", "RehearsalReports"]),
        // The faults that have a number, and what plays each of them.
        .target(name: "RehearsalFaultCatalogue", dependencies: ["Rehearsal"]),
        .target(
            name: "RehearsalServer",
            dependencies: ["Rehearsal", "RehearsalHTTP", "RehearsalPlatform", "CRehearsalPlatform"]
        ),
        .target(
            name: "RehearsalHarness",
            dependencies: [
                "Rehearsal", "RehearsalOpenAPI", "RehearsalPlatform", "RehearsalServer", "RehearsalContracts",
            ]
        ),
        // Backends in tests: the trait of Swift Testing, and what judges a backend at the end. No contracts.
        .target(
            name: "RehearsalBackend",
            dependencies: [
                "Rehearsal", "RehearsalHTTP", "RehearsalPlatform", "RehearsalRedaction", "RehearsalDocuments",
                "RehearsalServer",
            ]
        ),
        .target(
            name: "RehearsalTesting",
            dependencies: [
                "Rehearsal", "RehearsalPlatform", "RehearsalContracts", "RehearsalRedaction", "RehearsalDocuments",
                "RehearsalReports", "RehearsalServer", "RehearsalHarness", "RehearsalBackend",
            ]
        ),
        // Backends in tests that XCTest runs.
        .target(name: "RehearsalXCTest", dependencies: ["RehearsalBackend"]),
        // Tests that record a real backend on their first run, and play the recording afterwards.
        .target(
            name: "RehearsalRecording",
            dependencies: [
                "Rehearsal", "RehearsalPlatform", "RehearsalDocuments", "RehearsalRecordings", "RehearsalRecorder",
                "RehearsalServer", "RehearsalBackend",
            ]
        ),
        // A whole contract against clients in processes of their own; known failures; what two reports differ in.
        .target(
            name: "RehearsalVerify",
            dependencies: [
                "Rehearsal", "RehearsalPlatform", "RehearsalServer", "RehearsalContracts", "RehearsalReports",
                "RehearsalHarness",
            ]
        ),
        // What an app links to be led to a backend; it needs nothing of ours.
        .target(name: "RehearsalURLSession"),
        .target(
            name: "RehearsalControl",
            dependencies: [
                "Rehearsal", "RehearsalPlatform", "RehearsalServer", "RehearsalDocuments", "RehearsalFaultCatalogue",
            ],
            // The page of the control room and its files.
            resources: roomFiles.map { .embedInCode("Room/\($0)") }
        ),
        .executableTarget(
            name: "RehearsalCLI",
            dependencies: [
                "Rehearsal", "RehearsalOpenAPI", "RehearsalHTTP", "RehearsalClient", "RehearsalPlatform",
                "RehearsalServer",
                "RehearsalRedaction", "RehearsalDocuments", "RehearsalLint", "RehearsalRecordings", "RehearsalImport",
                "RehearsalContracts",
                "RehearsalReports", "RehearsalReportPage", "RehearsalFaultCatalogue", "RehearsalHarness",
                "RehearsalVerify", "RehearsalControl", "RehearsalRecorder", "CRehearsalPlatform",
            ],
            // `serve` without an argument plays this file from wherever it is started: embedding needs no bundle.
            resources: [.embedInCode("../../Scenarios/demo.jsonc")]
                + articles.map { .embedInCode("../Rehearsal/Rehearsal.docc/\($0).md") }
        ),
        // `swift package rehearsal …` in a package that depends on this one.
        .plugin(
            name: "RehearsalCommandPlugin",
            capability: .command(
                intent: .custom(
                    verb: "rehearsal",
                    description: "run the rehearsal command: lint, serve, import and others"
                )
            ),
            dependencies: ["RehearsalCLI"],
            path: "Sources/RehearsalCommandPlugin"
        ),
        // Errors of scenarios as errors of the build.
        .plugin(
            name: "RehearsalLintPlugin",
            capability: .buildTool(),
            dependencies: ["RehearsalCLI"],
            path: "Sources/RehearsalLintPlugin"
        ),
        // The only code that connects to a real backend.
        .target(
            name: "RehearsalRecorder",
            dependencies: [
                "Rehearsal", "RehearsalHTTP", "RehearsalClient", "RehearsalPlatform", "RehearsalServer",
                "RehearsalRedaction", "RehearsalDocuments", "RehearsalRecordings", "CRehearsalPlatform",
            ]
        ),
        // The networking code of the apps that the scenarios stand in for, as it should be; it knows nothing of us.
        .target(name: "ReferenceClients"),
        .target(name: "CRehearsalPlatform"),
        // One request through URLSession, in a process of its own that may die of it; ConformanceTests starts it.
        .executableTarget(name: "FaultDriver", path: "Tests/Support/FaultDriver"),
        .target(
            name: "RehearsalTestSupport",
            dependencies: [
                "Rehearsal", "RehearsalHTTP", "RehearsalClient", "RehearsalPlatform", "RehearsalServer",
                "RehearsalContracts",
            ],
            path: "Tests/Support/RehearsalTestSupport"
        ),
        // Runs a few tests at a time.
        .target(name: "TestAdmission", dependencies: ["RehearsalPlatform"], path: "Tests/Support/TestAdmission"),
        // A small client that breaks no rule and, for each rule, one that breaks just that: what the judge is judged by.
        .target(
            name: "RehearsalGallery",
            dependencies: [
                "Rehearsal", "RehearsalHTTP", "RehearsalClient", "RehearsalPlatform", "RehearsalServer",
                "RehearsalContracts", "RehearsalHarness",
            ],
            path: "Tests/Support/RehearsalGallery"
        ),
        // Clients with a process of their own, for `rehearsal verify` to be tried with.
        .executableTarget(
            name: "ReferenceSubject",
            dependencies: [
                "Rehearsal", "ReferenceClients", "RehearsalContracts", "RehearsalHarness", "RehearsalGallery",
            ]
        ),
        // What must hold of everything that reads what others wrote; the fuzzer and a test suite ask it.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "Rehearsal", "RehearsalHTTP", "RehearsalDocuments", "RehearsalLint", "RehearsalRecordings",
                "RehearsalImport", "RehearsalOpenAPI", "RehearsalServer", "RehearsalTestSupport",
            ],
            path: "Tests/Fuzzing/Targets"
        ),
        .testTarget(
            name: "FuzzTests",
            dependencies: ["TestAdmission", "FuzzTargets", "RehearsalTestSupport"],
            path: "Tests/Fuzzing/Suite"
        ),
        .testTarget(
            name: "RehearsalTests",
            dependencies: ["TestAdmission", "RehearsalJSON", "Rehearsal", "RehearsalLint", "RehearsalFaultCatalogue"]
        ),
        .testTarget(
            name: "RehearsalContractsTests",
            dependencies: [
                "TestAdmission", "RehearsalContracts", "RehearsalReports", "RehearsalReportPage", "RehearsalVerify",
            ]
        ),
        .testTarget(
            name: "RehearsalHarnessTests",
            dependencies: [
                "TestAdmission", "RehearsalHarness", "RehearsalVerify", "RehearsalDocuments", "RehearsalReports",
                "RehearsalGallery", "RehearsalTestSupport", "ReferenceClients", "ReferenceSubject",
            ]
        ),
        .testTarget(
            name: "RehearsalFilesTests",
            dependencies: [
                "TestAdmission", "RehearsalJSON", "RehearsalDocuments", "RehearsalLint", "RehearsalRecordings",
                "RehearsalImport", "RehearsalReports", "RehearsalFaultCatalogue", "RehearsalServer",
                "RehearsalTestSupport",
            ],
            exclude: [
                "Fixtures", "Scenario/Corpus", "Import/WireMock/Fixtures", "Import/Mockoon/Fixtures",
                "Import/Hoverfly/Fixtures", "Import/Mountebank/Fixtures",
            ]
        ),
        .testTarget(
            name: "RehearsalServerTests",
            dependencies: ["TestAdmission", "RehearsalServer", "RehearsalFaultCatalogue", "RehearsalTestSupport"],
            exclude: ["Wire/Request/Corpus/requests.tsv"]
        ),
        .testTarget(
            name: "RehearsalOpenAPITests",
            dependencies: [
                "TestAdmission", "RehearsalOpenAPI", "RehearsalDocuments", "RehearsalServer", "RehearsalPlatform",
                "RehearsalTestSupport",
            ]
        ),
        .testTarget(name: "RehearsalHTTPTests", dependencies: ["TestAdmission", "RehearsalHTTP", "RehearsalClient"]),
        .testTarget(
            name: "RehearsalTestingTests",
            dependencies: [
                "TestAdmission", "RehearsalBackend", "RehearsalTesting", "RehearsalFaultCatalogue", "RehearsalGallery",
                "RehearsalTestSupport", "ReferenceSubject",
            ],
            exclude: ["Consumer/Fixtures"]
        ),
        // Tests as a consumer of the products writes them; some must fail, and ConsumerTests runs them.
        .testTarget(
            name: "ConsumerFixtures",
            dependencies: ["RehearsalTesting", "RehearsalXCTest", "RehearsalRecording"],
            path: "Tests/RehearsalTestingTests/Consumer/Fixtures",
            packageAccess: false
        ),
        .testTarget(
            name: "RehearsalURLSessionTests",
            dependencies: ["TestAdmission", "RehearsalURLSession", "RehearsalTesting", "RehearsalTestSupport"]
        ),
        .testTarget(
            name: "RehearsalControlTests",
            dependencies: ["TestAdmission", "RehearsalControl", "RehearsalTestSupport"]
        ),
        .testTarget(
            name: "RehearsalRecorderTests",
            dependencies: ["TestAdmission", "RehearsalRecorder", "RehearsalTestSupport"]
        ),
        .testTarget(
            name: "RehearsalRecordingTests",
            dependencies: ["TestAdmission", "RehearsalBackend", "RehearsalRecording", "RehearsalTestSupport"]
        ),
        .testTarget(
            name: "RehearsalCLITests",
            dependencies: [
                "TestAdmission", "RehearsalCLI", "RehearsalFaultCatalogue", "RehearsalTestSupport", "ReferenceSubject",
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "ReferenceClientsTests",
            dependencies: ["TestAdmission", "ReferenceClients", "RehearsalTesting", "RehearsalTestSupport"]
        ),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "TestAdmission", "RehearsalServer", "RehearsalDocuments", "RehearsalContracts", "RehearsalReports",
                "RehearsalReportPage", "RehearsalFaultCatalogue", "RehearsalHarness", "RehearsalVerify",
                "RehearsalGallery",
                "RehearsalTestSupport",
            ],
            exclude: ["Drivers", "Faults/table", "Requests/h11-differences.json", "subjects"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

if Context.environment["REHEARSAL_FUZZING"] != nil {
    // libFuzzer brings its own `main`, so this builds only as Tests/Fuzzing/run builds it.
    package.targets.append(
        .executableTarget(
            name: "RehearsalFuzzer",
            dependencies: ["FuzzTargets", "RehearsalTestSupport"],
            path: "Tests/Fuzzing/Fuzzer"
        )
    )
}

// Which kqueue the event loop uses on Linux, where only its tests need one: "epoll" for Tests/Support/CKqueue, or
// "libkqueue" for the library of that name.
let kqueue = Context.environment["REHEARSAL_KQUEUE"]
if let kqueue {
    let suites = ["RehearsalServerTests", "RehearsalHTTPTests", "RehearsalHarnessTests", "ConformanceTests"]
    package.targets.removeAll { $0.type == .test && !suites.contains($0.name) }
    package.targets.append(
        .target(
            name: "CKqueue",
            path: "Tests/Support/CKqueue",
            cSettings: kqueue == "libkqueue" ? [.define("REHEARSAL_LIBKQUEUE")] : [],
            linkerSettings: kqueue == "libkqueue" ? [.linkedLibrary("kqueue")] : []
        )
    )
}

let strict: [SwiftSetting] = [
    // Boxes cost an allocation and hide a witness call: where one is wanted, the code says so.
    .enableUpcomingFeature("ExistentialAny"),
    // What a module imports stays its own business unless a public signature shows it.
    .enableUpcomingFeature("InternalImportsByDefault"),
    // A member is found only through a module this file imports, so that the import table can be trusted.
    .enableUpcomingFeature("MemberImportVisibility"),
    // Conformances keep the isolation of their type, so that a loop's state cannot leak through a protocol.
    .enableUpcomingFeature("InferIsolatedConformances"),
]

// A consumer builds with the settings that the compiler has by default.
for target in package.targets
where target.type != .plugin && !["CRehearsalPlatform", "CKqueue", "ConsumerFixtures"].contains(target.name) {
    target.swiftSettings = strict
    if kqueue == nil { continue }
    target.swiftSettings?.append(.define("KQUEUE"))
    if target.name == "RehearsalPlatform" { target.dependencies.append("CKqueue") }
}

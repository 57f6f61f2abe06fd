import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalServer

/// A loader of scenario documents and recordings, for all commands.
enum DocumentLoading {
    /// Loads the files as one scenario; without paths, the built-in demo scenario.
    static func load(_ paths: [String], _ options: ScenarioFiles.Options) -> ScenarioFiles.LoadResult {
        if paths.isEmpty { return ScenarioFiles.loadText(demo, path: "Scenarios/demo.jsonc") }
        return ScenarioFiles.load(paths, options: options)
    }

    /// The options for reading documents and recordings.
    static let fields: [OptionField<ScenarioFiles.Options>] = [
        .text("root", "DIR", \.root).help(
            "the folder that must contain all referenced files",
            standard: "the nearest one that has Scenarios/ or Recordings/"
        ),
        .flag("exact", \.isExact).help("replay a recording byte for byte: keep its dates and its origin"),
        OptionField(Option(flag: "shift-dates"), \.today) { arguments throws(UsageError) in try today(arguments) }
            .help("shift the dates in recordings so that the day of recording becomes today"),
    ]

    /// The option that names the API document of a scenario.
    static let contract: OptionField<ScenarioFiles.Options> = .text("contract", "FILE", \.contract).help(
        "check requests and replies against an OpenAPI document, instead of the \"contract\" of the scenario"
    )

    /// Returns today as days since 1970 for `--shift-dates`; nil without it.
    private static func today(_ arguments: Arguments) throws(UsageError) -> Int? {
        guard arguments.has("shift-dates") else { return nil }
        if arguments.has("exact") {
            throw UsageError(
                "--exact keeps dates and --shift-dates changes them",
                hint: "use only one of them"
            )
        }
        return Int(SystemClock.wallMilliseconds() / 86_400_000)
    }

    /// The built-in demo scenario.
    static var demo: [UInt8] { PackageResources.demo_jsonc }
}

/// The seed of a run, which is that of a token, else that of the scenario, else random.
enum RunSeed {
    /// Returns the option that repeats the random choices of an earlier run.
    static func field<Options>(
        _ path: @autoclosure @escaping OptionField<Options>.KeyPathProvider<RunToken?>
    ) -> OptionField<Options> {
        OptionField("token", "r1.…", path()) { text throws(UsageError) in
            if let token = RunToken(text) { return token }
            throw UsageError("--token takes a token such as r1.42.0badcafe, found \(text.quoted)")
        }
        .help("repeat the random choices (chance, random delays) of the run that printed this token")
    }

    /// Sets the seed of a scenario and returns the token that repeats the run.
    static func seed(_ scenario: inout Scenario, _ token: RunToken?) throws(UsageError) -> RunToken {
        let digest = scenario.digest
        if let token, !token.matches(digest: digest) {
            throw UsageError(
                "the token \(token) belongs to another version of the scenario \(scenario.name.quoted)",
                hint: "play the version that printed the token, or omit --token"
            )
        }
        let seed = token?.seed ?? scenario.seed ?? UInt64.random(in: 0...UInt64.max)
        scenario.seed = seed
        return RunToken(seed: seed, digest: digest)
    }
}

import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalServer

/// Scenario documents and recordings, as the commands take them.
enum Documents {
    /// Reads the files as one scenario; without any, the one that ships with this program.
    static func load(_ paths: [String], _ options: ScenarioFiles.Options) -> ScenarioFiles.Loaded {
        if paths.isEmpty { return ScenarioFiles.loadText(shipped, path: "Scenarios/demo.jsonc") }
        return ScenarioFiles.load(paths, options: options)
    }

    /// How the recordings that a run plays are read.
    static let fields: [OptionField<ScenarioFiles.Options>] = [
        .text("root", "DIR", \.root).help("the folder that files named by the scenario must be in", standard: "found"),
        .flag("exact", \.isExact).help("replays a recording byte for byte: its dates and its own origin stay"),
        OptionField(Option(flag: "shift-dates"), \.today) { arguments throws(UsageError) in try today(arguments) }
            .help("moves the dates in recordings so that the day of recording is today"),
    ]

    /// The day that the day of a recording becomes; nil where dates stay as they are.
    private static func today(_ arguments: Arguments) throws(UsageError) -> Int? {
        guard arguments.has("shift-dates") else { return nil }
        if arguments.has("exact") {
            throw UsageError(
                "--exact leaves dates as they were, and --shift-dates moves them",
                hint: "keep one of them"
            )
        }
        return Int(SystemClock.wallMilliseconds() / 86_400_000)
    }

    /// The scenario that is compiled in, so that a fresh install has something to play wherever it is started.
    static var shipped: [UInt8] { PackageResources.demo_jsonc }
}

/// Where the draws of a run begin: where a token says, else where the scenario says, else anywhere.
enum Seeding {
    /// The option that names a run whose draws are made again.
    static func field<Options>(
        _ path: @autoclosure @escaping OptionField<Options>.Path<RunToken?>
    ) -> OptionField<Options> {
        OptionField("token", "r1.…", path()) { text throws(UsageError) in
            if let token = RunToken(text) { return token }
            throw UsageError("--token takes a token such as r1.42.0badcafe, found \(text.quoted)")
        }
        .help("makes the same draws (chance, random delays) as the run that printed this token")
    }

    /// Gives the scenario its seed, and returns what makes the run again.
    static func seed(_ scenario: inout Scenario, _ token: RunToken?) throws(UsageError) -> RunToken {
        let digest = scenario.digest
        if let token, !token.fits(digest: digest) {
            throw UsageError(
                "the token \(token) is not of \(scenario.name.quoted) as it is now",
                hint: "play the scenario it was printed for, or leave --token out"
            )
        }
        let seed = token?.seed ?? scenario.seed ?? UInt64.random(in: 0...UInt64.max)
        scenario.seed = seed
        return RunToken(seed: seed, digest: digest)
    }
}

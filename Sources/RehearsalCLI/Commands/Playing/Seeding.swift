import Rehearsal
import RehearsalDocuments

/// Where the draws of a run begin: where a token says, else where the scenario says, else anywhere.
enum Seeding {
    static let option = Option(
        "token",
        "r1.…",
        "makes the same draws (chance, random delays) as the run that printed this token"
    )

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

    /// The token that was asked for.
    static func token(_ arguments: Arguments) throws(UsageError) -> RunToken? {
        guard let text = arguments["token"] else { return nil }
        if let token = RunToken(text) { return token }
        throw UsageError("--token takes a token such as r1.42.0badcafe, found \(text.quoted)")
    }
}

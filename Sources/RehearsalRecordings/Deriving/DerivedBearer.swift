import Rehearsal
import RehearsalDocuments

/// Tokens that a recording shows being asked for, refused and taken anew, as a policy.
struct DerivedBearer {
    /// The entries that were refused, by their indices.
    private(set) var denied: Set<Int> = []
    private var protects: [String] = []
    private var issues: [Issue] = []
    private let token: JSON.Pointer
    /// Whether a refusal says by itself how to get in.
    private let hasChallenge: Bool
    /// How many requests a token is good for; nil for any number.
    private var uses: Int?

    private struct Issue {
        let method: Scenario.Method
        let path: Scenario.PathPattern
        /// Where it takes the refresh token of an earlier answer.
        var takes: JSON.Pointer?
        var rotates = false
    }

    /// Nil where no 401 was followed by a new token and the same request with it.
    ///
    /// - Parameter atRoot: the entries that are played at `/`, by their indices.
    init?(_ recording: Recording, atRoot: Set<Int>) throws(DerivedScenario.Impossible) {
        let story = RecordedTokens(recording, heard: atRoot)
        guard story.hasRenewal else { return nil }
        if let path = story.pathOfSeveralHosts {
            throw DerivedScenario.Impossible("several hosts answer \(path), and \"auth\" is for all of them")
        }
        guard let token = try story.pointer() else {
            throw DerivedScenario.Impossible("no answer holds the token that was sent afterwards")
        }
        self.token = token
        var seen: Set<RecordedTokens.Asked> = []
        for index in story.issuing where seen.insert(story.asked[index]).inserted {
            issues.append(Issue(method: story.asked[index].method, path: story.asked[index].path))
        }
        protects = story.protects
        denied = story.denied
        let refusals = denied.sorted().map { recording.entries[$0].reply }
        guard let first = refusals.first, refusals.allSatisfy({ $0.isSameAnswer(as: first) }) else {
            throw DerivedScenario.Impossible("it was answered in several ways")
        }
        hasChallenge = first.headers.names("WWW-Authenticate")
        uses = try story.uses(token)
        for index in issues.indices {
            guard let refresh = story.refresh(issues[index].method, issues[index].path, besides: token) else {
                continue
            }
            (issues[index].takes, issues[index].rotates) = (refresh.pointer, refresh.rotates)
        }
    }

    /// As documents write it.
    func document(_ reference: (Int) -> String) -> JSON {
        let first = denied.min() ?? 0
        var refusal: [JSON.Member] = [JSON.Member("recording", .string(reference(first)))]
        // The policy would say it otherwise.
        if !hasChallenge { refusal.append(JSON.Member("headers", ["WWW-Authenticate": nil])) }
        var bearer = Scenario.Auth.Bearer(
            protects: protects.map { Scenario.PathPattern($0) },
            issues: issues.map {
                Scenario.Auth.Bearer.Issue($0.method, $0.path, takes: $0.takes, rotates: $0.takes != nil && $0.rotates)
            },
            token: token
        )
        if let uses { bearer.lasts = .uses(uses) }
        let scenario = Scenario("", endpoints: [], auth: Scenario.Auth(bearer: bearer))
        guard case .object(let members)? = scenario.document["auth"]?["bearer"] else { return .null }
        return ["bearer": .object(members + [JSON.Member("denied", .object(refusal))])]
    }

    func comments(in recording: Recording) -> [String] {
        let name = denied.min().flatMap { recording.entries[$0].name } ?? ""
        let life = uses.map { "; a token was good for \($0) requests" } ?? ""
        return [
            "\(name) was 401 until a new token was sent: \"auth\" asks for a token that was issued here\(life).",
            "A client that comes with a token of the real backend is refused: it logs in first, or \"auth\" is taken out.",
        ]
    }
}

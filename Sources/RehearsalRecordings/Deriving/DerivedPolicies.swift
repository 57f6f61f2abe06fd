import Rehearsal
import RehearsalDocuments

/// What a recording shows of the rules of its backend, as policies of a scenario.
///
/// A policy takes the place of recorded refusals only if it would have refused the same requests and no other.
struct DerivedPolicies {
    private(set) var auth: JSON?
    private(set) var quotas: [JSON] = []
    /// Entries that policies answer in the place of endpoints, by their indices.
    private(set) var answered: Set<Int> = []
    /// Lines about the scenario as a whole.
    private(set) var comments: [String] = []
    /// Lines about the endpoint that answers an entry, by its index.
    private(set) var remarks: [Int: String] = [:]

    /// - Parameters:
    ///   - atRoot: the entries that are played at `/`, by their indices; the others share their target with a host
    ///     before them.
    ///   - reference: to an entry, by its index.
    init(_ recording: Recording, atRoot: Set<Int>, _ reference: (Int) -> String) {
        do throws(DerivedScenario.Impossible) {
            if let bearer = try DerivedBearer(recording, atRoot: atRoot) {
                auth = bearer.document(reference)
                answered = bearer.denied
                comments += bearer.comments(in: recording)
            }
        } catch {
            comments.append("A 401 was answered and a new token taken; it stays a sequence: \(error).")
        }
        addQuotas(recording, atRoot, reference)
    }

    private mutating func addQuotas(_ recording: Recording, _ atRoot: Set<Int>, _ reference: (Int) -> String) {
        typealias Asked = RecordedTokens.Asked
        var order: [Asked] = []
        var groups: [Asked: [Int]] = [:]
        for (index, entry) in recording.entries.enumerated() {
            let asked = Asked(method: entry.method, path: entry.target.path)
            if groups[asked] == nil { order.append(asked) }
            groups[asked, default: []].append(index)
        }
        for asked in order {
            let entries = groups[asked] ?? []
            let counted = entries.filter { !answered.contains($0) }
            let first = counted.first { recording.entries[$0].reply.status == 429 && atRoot.contains($0) }
            guard let first else { continue }
            do throws(DerivedScenario.Impossible) {
                if counted.count < entries.count {
                    throw DerivedScenario.Impossible("it is not known whether requests without a good token count")
                }
                if Set(entries.map { recording.entries[$0].origin }).count > 1 {
                    throw DerivedScenario.Impossible("several hosts answer it, and a limit is for all of them")
                }
                // A limit on GET holds for HEAD as well.
                if asked.method == .get, groups[Asked(method: .head, path: asked.path)] != nil {
                    throw DerivedScenario.Impossible("HEAD was recorded too, and it is not known whether it counts")
                }
                let quota = try DerivedQuota(counted, in: recording)
                quotas.append(quota.document(reference))
                answered.formUnion(quota.refused)
                comments.append(quota.comment(in: recording))
            } catch {
                remarks[first] = "The 429 stays in the sequence: \(error)."
            }
        }
    }
}

/// A limit of requests in a window of time, as answers with 429 told it.
struct DerivedQuota {
    /// The entries that were refused, by their indices.
    let refused: [Int]
    private let target: Recording.Entry
    private let limit: Int
    private let seconds: Int

    /// - Parameter entries: of one method and path, in recorded order.
    init(_ entries: [Int], in recording: Recording) throws(DerivedScenario.Impossible) {
        typealias Impossible = DerivedScenario.Impossible
        let all = recording.entries
        refused = entries.filter { all[$0].reply.status == 429 }
        guard let first = refused.first else { throw Impossible("nothing was refused") }
        target = all[first]
        let reply = target.reply
        guard refused.allSatisfy({ all[$0].reply.isSameAnswer(as: reply) }) else {
            throw Impossible("it was answered in several ways")
        }
        let windows = entries.split(omittingEmptySubsequences: false) { all[$0].reply.status == 429 }.map(\.count)
        limit = windows.first ?? 0
        guard limit > 0 else { throw Impossible("no request was answered before it, so the limit is not known") }
        guard windows.dropLast().allSatisfy({ [limit] in $0 == limit }), (windows.last ?? 0) <= limit else {
            throw Impossible(
                "the number of requests before it differs (\(windows.map(String.init).joined(separator: ", ")))"
            )
        }
        if let said = Self.said(reply.headers), said != limit {
            throw Impossible("it says a limit of \(said), and came after \(limit)")
        }
        guard let seconds = Self.window(reply.headers), 1...86_400 ~= seconds else {
            throw Impossible("it does not say in Retry-After or RateLimit-Policy how long the window is")
        }
        self.seconds = seconds
    }

    /// As documents write it: the recorded refusal says by itself what is left and when to come again.
    func document(_ reference: (Int) -> String) -> JSON {
        let endpoint = Scenario("", endpoints: [Scenario.Endpoint(target.method, target.target.path, replies: [])])
        var members: [JSON.Member] = []
        if case .array(let list)? = endpoint.document["endpoints"], case .object(let first)? = list.first {
            members = first
        }
        members += [
            JSON.Member("limit", JSON(integerLiteral: limit)), JSON.Member("window", .string("\(seconds)s")),
            JSON.Member("headers", "none"), JSON.Member("retryAfter", "none"),
            JSON.Member("reply", ["recording": .string(reference(refused[0]))]),
        ]
        return .object(members)
    }

    func comment(in recording: Recording) -> String {
        let name = recording.entries[refused[0]].name ?? ""
        return
            "\(name) was 429 after \(limit), for \(seconds) s: \"quotas\" answers so whoever does not wait."
    }

    /// The limit that a refusal says; nil if it says none.
    private static func said(_ headers: Scenario.Headers) -> Int? {
        for name in ["RateLimit-Limit", "X-RateLimit-Limit", "X-Rate-Limit-Limit"] {
            if let text = headers[name], let number = Int(text.prefix { $0 != "," && $0 != ";" }) { return number }
        }
        return headers["RateLimit-Policy"].flatMap { parameter("q", of: $0) }
    }

    /// How long it says that a window is, in seconds, or how long is to be waited; a date says nothing without a clock.
    private static func window(_ headers: Scenario.Headers) -> Int? {
        headers["RateLimit-Policy"].flatMap { parameter("w", of: $0) } ?? headers["Retry-After"].flatMap { Int($0) }
            ?? headers["RateLimit-Reset"].flatMap { Int($0) }
    }

    /// `w` of `"default";q=5;w=10`.
    private static func parameter(_ name: String, of text: String) -> Int? {
        for part in text.split(whereSeparator: { ";, ".contains($0) }) where part.hasPrefix("\(name)=") {
            if let number = Int(part.dropFirst(name.count + 1)) { return number }
        }
        return nil
    }
}

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

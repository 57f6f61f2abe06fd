import Rehearsal
import RehearsalDocuments

/// The policies that can be derived from a recording, as parts of a scenario.
///
/// A policy replaces recorded 401 and 429 replies only if it would have rejected exactly the same requests.
struct DerivedPolicies {
    private(set) var auth: JSON?
    private(set) var quotas: [JSON] = []
    /// The indexes of entries whose replies are sent by policies instead of endpoints.
    private(set) var entriesOfPolicies: Set<Int> = []
    /// The comment lines about the scenario as a whole.
    private(set) var comments: [String] = []
    /// The comment line about the endpoint of an entry, by the index of the entry.
    private(set) var remarks: [Int: String] = [:]

    /// - Parameters:
    ///   - atRoot: The indexes of entries that are served at `/`. Others share their target with an earlier host.
    ///   - reference: A closure that returns the reference to an entry by its index.
    init(_ recording: Recording, atRoot: Set<Int>, _ reference: (Int) -> String) {
        do throws(DerivedScenario.DerivationError) {
            if let bearer = try DerivedBearer(recording, atRoot: atRoot) {
                auth = bearer.document(reference)
                entriesOfPolicies = bearer.deniedEntries
                comments += bearer.comments(in: recording)
            }
        } catch {
            comments.append("A 401 was followed by a new token, but \"auth\" cannot be derived: \(error).")
        }
        addQuotas(recording, atRoot, reference)
    }

    private mutating func addQuotas(_ recording: Recording, _ atRoot: Set<Int>, _ reference: (Int) -> String) {
        typealias Route = RecordedTokens.Route
        var order: [Route] = []
        var groups: [Route: [Int]] = [:]
        for (index, entry) in recording.entries.enumerated() {
            let route = Route(method: entry.method, path: entry.target.path)
            if groups[route] == nil { order.append(route) }
            groups[route, default: []].append(index)
        }
        for route in order {
            let entries = groups[route] ?? []
            let counted = entries.filter { !entriesOfPolicies.contains($0) }
            let first = counted.first { recording.entries[$0].reply.status == 429 && atRoot.contains($0) }
            guard let first else { continue }
            do throws(DerivedScenario.DerivationError) {
                if counted.count < entries.count {
                    throw DerivedScenario.DerivationError(
                        "it is not known whether requests without a valid token count"
                    )
                }
                if Set(entries.map { recording.entries[$0].origin }).count > 1 {
                    throw DerivedScenario.DerivationError(
                        "several hosts receive this request, and a limit applies to all of them"
                    )
                }
                // A limit on GET also applies to HEAD.
                if route.method == .get, groups[Route(method: .head, path: route.path)] != nil {
                    throw DerivedScenario.DerivationError(
                        "HEAD was recorded too, and it is not known whether it counts"
                    )
                }
                let quota = try DerivedQuota(counted, in: recording)
                quotas.append(quota.document(reference))
                entriesOfPolicies.formUnion(quota.rejected)
                comments.append(quota.comment(in: recording))
            } catch {
                remarks[first] = "The 429 is a reply in the sequence, because \"quotas\" cannot be derived: \(error)."
            }
        }
    }
}

/// A request limit per time window, derived from 429 replies.
struct DerivedQuota {
    /// The indexes of the rejected entries.
    let rejected: [Int]
    private let target: Recording.Entry
    private let limit: Int
    private let windowSeconds: Int

    /// - Parameter entries: The entries of one method and path, in recorded order.
    init(_ entries: [Int], in recording: Recording) throws(DerivedScenario.DerivationError) {
        typealias DerivationError = DerivedScenario.DerivationError
        let all = recording.entries
        rejected = entries.filter { all[$0].reply.status == 429 }
        guard let first = rejected.first else { throw DerivationError("no request was rejected") }
        target = all[first]
        let reply = target.reply
        guard rejected.allSatisfy({ all[$0].reply.isSameAnswer(as: reply) }) else {
            throw DerivationError("the 429 replies differ")
        }
        let windows = entries.split(omittingEmptySubsequences: false) { all[$0].reply.status == 429 }.map(\.count)
        limit = windows.first ?? 0
        guard limit > 0 else {
            throw DerivationError("no request was answered before the 429, so the limit is not known")
        }
        guard windows.dropLast().allSatisfy({ [limit] in $0 == limit }), (windows.last ?? 0) <= limit else {
            throw DerivationError(
                "the number of requests before each 429 differs (\(windows.map(String.init).joined(separator: ", ")))"
            )
        }
        if let stated = Self.statedLimit(reply.headers), stated != limit {
            throw DerivationError(
                "its headers state a limit of \(stated), but the first 429 came after \(limit) requests"
            )
        }
        guard let seconds = Self.statedWindow(reply.headers), 1...86_400 ~= seconds else {
            throw DerivationError("no Retry-After or RateLimit-Policy header states the window")
        }
        self.windowSeconds = seconds
    }

    /// Returns the policy as it is written in the scenario. The recorded reply already has the headers of a limit.
    func document(_ reference: (Int) -> String) -> JSON {
        let endpoint = Scenario("", endpoints: [Scenario.Endpoint(target.method, target.target.path, replies: [])])
        var members: [JSON.Member] = []
        if case .array(let list)? = endpoint.document["endpoints"], case .object(let first)? = list.first {
            members = first
        }
        members += [
            JSON.Member("limit", JSON(integerLiteral: limit)), JSON.Member("window", .string("\(windowSeconds)s")),
            JSON.Member("headers", "none"), JSON.Member("retryAfter", "none"),
            JSON.Member("reply", ["recording": .string(reference(rejected[0]))]),
        ]
        return .object(members)
    }

    func comment(in recording: Recording) -> String {
        let name = recording.entries[rejected[0]].name ?? ""
        return
            "\(name) was a 429 after \(limit) requests in \(windowSeconds) s: \"quotas\" enforces this limit."
    }

    /// Returns the limit that the headers of a 429 reply state; nil if they state none.
    private static func statedLimit(_ headers: Scenario.Headers) -> Int? {
        for name in ["RateLimit-Limit", "X-RateLimit-Limit", "X-Rate-Limit-Limit"] {
            if let text = headers[name], let number = Int(text.prefix { $0 != "," && $0 != ";" }) { return number }
        }
        return headers["RateLimit-Policy"].flatMap { parameter("q", of: $0) }
    }

    /// Returns the window or the delay in seconds that the headers state; nil if they state a date.
    private static func statedWindow(_ headers: Scenario.Headers) -> Int? {
        headers["RateLimit-Policy"].flatMap { parameter("w", of: $0) } ?? headers["Retry-After"].flatMap { Int($0) }
            ?? headers["RateLimit-Reset"].flatMap { Int($0) }
    }

    /// Returns the value of a parameter: `w` of `"default";q=5;w=10` is 10.
    private static func parameter(_ name: String, of text: String) -> Int? {
        for part in text.split(whereSeparator: { ";, ".contains($0) }) where part.hasPrefix("\(name)=") {
            if let number = Int(part.dropFirst(name.count + 1)) { return number }
        }
        return nil
    }
}

/// A bearer token policy, derived from the tokens that were issued, rejected and renewed in a recording.
struct DerivedBearer {
    /// The indexes of the rejected entries.
    private(set) var deniedEntries: Set<Int> = []
    private var protects: [String] = []
    private var issues: [Issue] = []
    private let token: JSON.Pointer
    /// Whether the recorded 401 reply has a `WWW-Authenticate` header.
    private let hasChallenge: Bool
    /// The number of requests that a token is valid for; nil if unlimited.
    private var uses: Int?

    private struct Issue {
        let method: Scenario.Method
        let path: Scenario.PathPattern
        /// The location of the refresh token in the body of the request.
        var takes: JSON.Pointer?
        var rotates = false
    }

    /// Returns nil unless a 401 was followed by a new token and the same request with that token.
    ///
    /// - Parameter atRoot: The indexes of entries that are served at `/`.
    init?(_ recording: Recording, atRoot: Set<Int>) throws(DerivedScenario.DerivationError) {
        let tokens = RecordedTokens(recording, atRoot: atRoot)
        guard tokens.hasRenewal else { return nil }
        if let path = tokens.ambiguousPath {
            throw DerivedScenario.DerivationError("several hosts receive \(path), and \"auth\" applies to all of them")
        }
        guard let token = try tokens.pointer() else {
            throw DerivedScenario.DerivationError("no reply contains the token that was sent afterwards")
        }
        self.token = token
        var seen: Set<RecordedTokens.Route> = []
        for index in tokens.issuingEntries where seen.insert(tokens.routes[index]).inserted {
            issues.append(Issue(method: tokens.routes[index].method, path: tokens.routes[index].path))
        }
        protects = tokens.protects
        deniedEntries = tokens.rejectedEntries
        let refusals = deniedEntries.sorted().map { recording.entries[$0].reply }
        guard let first = refusals.first, refusals.allSatisfy({ $0.isSameAnswer(as: first) }) else {
            throw DerivedScenario.DerivationError("the 401 replies differ")
        }
        hasChallenge = first.headers.contains("WWW-Authenticate")
        uses = try tokens.usesPerToken(token)
        for index in issues.indices {
            guard let refresh = tokens.refresh(issues[index].method, issues[index].path, besides: token) else {
                continue
            }
            (issues[index].takes, issues[index].rotates) = (refresh.pointer, refresh.rotates)
        }
    }

    /// Returns the policy as it is written in the scenario.
    func document(_ reference: (Int) -> String) -> JSON {
        let first = deniedEntries.min() ?? 0
        var refusal: [JSON.Member] = [JSON.Member("recording", .string(reference(first)))]
        // Without null, the policy would add a challenge that was not recorded.
        if !hasChallenge { refusal.append(JSON.Member("headers", ["WWW-Authenticate": nil])) }
        var bearer = Scenario.Auth.Bearer(
            protects: protects.map { Scenario.PathPattern($0) },
            issues: issues.map {
                Scenario.Auth.Bearer.TokenEndpoint(
                    $0.method,
                    $0.path,
                    takes: $0.takes,
                    rotates: $0.takes != nil && $0.rotates
                )
            },
            token: token
        )
        if let uses { bearer.lasts = .uses(uses) }
        let scenario = Scenario("", endpoints: [], auth: Scenario.Auth(bearer: bearer))
        guard case .object(let members)? = scenario.document["auth"]?["bearer"] else { return .null }
        return ["bearer": .object(members + [JSON.Member("denied", .object(refusal))])]
    }

    func comments(in recording: Recording) -> [String] {
        let name = deniedEntries.min().flatMap { recording.entries[$0].name } ?? ""
        let lifetime = uses.map { "; a token is valid for \($0) requests" } ?? ""
        return [
            "\(name) was a 401 until a new token was sent: \"auth\" requires a token from this server\(lifetime).",
            "A client with a token of the real backend gets a 401: let it log in first, or remove \"auth\".",
        ]
    }
}

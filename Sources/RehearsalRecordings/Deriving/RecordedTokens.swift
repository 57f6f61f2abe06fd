import Rehearsal
import RehearsalDocuments

/// The tokens in a recording: the requests that issued them, required them and rejected them.
struct RecordedTokens {
    private let entries: [Recording.Entry]
    private let documents: [JSON?]
    /// The indexes of entries that are served at `/`. The other entries share their target with an earlier host.
    private let rootEntries: [Int]
    /// The locations, in each reply, of the tokens that later requests sent, by the index of the entry.
    private let places: [Int: [JSON.Pointer]]
    /// The method and path of each entry.
    let routes: [Route]
    /// The indexes of entries whose replies contain tokens, in recorded order.
    let issuingEntries: [Int]
    private let issuers: [Route: [Int]]
    /// The paths that require a token.
    let protectedPaths: [String]
    private let isProtected: Set<String>
    /// The indexes of entries with a 401 reply on these paths.
    let rejectedEntries: Set<Int>

    struct Route: Hashable {
        let method: Scenario.Method
        let path: Scenario.PathPattern
    }

    init(_ recording: Recording, atRoot heard: Set<Int>) {
        let ids = RecordedIDs(recording)
        let all = recording.entries
        let heard = heard.sorted()
        (entries, self.rootEntries) = (all, heard)
        documents = all.indices.map { ids.document($0) }
        let asked = all.map { Route(method: $0.method, path: RecordedURL.pattern(for: $0.path)) }
        self.routes = asked
        var places: [Int: [JSON.Pointer]] = [:]
        var seen: Set<String> = []
        for index in heard.reversed() {
            if !seen.isEmpty, let document = ids.document(index), 200..<300 ~= all[index].reply.status {
                let found = document.occurrences(limit: 2) { seen.contains($0) }.values.joined().filter { !$0.isInList }
                if !found.isEmpty { places[index] = found.map { JSON.Pointer(tokens: $0.tokens) } }
            }
            if let token = all[index].bearerToken { seen.insert(token) }
        }
        self.places = places
        issuingEntries = places.keys.sorted()
        let issuers = Dictionary(grouping: issuingEntries) { asked[$0] }
        self.issuers = issuers
        let withToken = heard.filter {
            issuers[asked[$0]] == nil && (all[$0].bearerToken != nil || all[$0].reply.status == 401)
        }
        var isProtected: Set<String> = []
        protectedPaths = withToken.map { asked[$0].path.text }.filter { isProtected.insert($0).inserted }
        self.isProtected = isProtected
        rejectedEntries = Set(withToken.filter { all[$0].reply.status == 401 })
    }

    /// The path patterns of the policy: a common prefix if all requests below it require a token, otherwise each path.
    var protects: [String] {
        let parts = protectedPaths.map { $0.split(separator: "/").map(String.init) }
        guard parts.count > 1, var common = parts.first else { return protectedPaths }
        for part in parts.dropFirst() {
            common = Array(zip(common, part).prefix { $0 == $1 }.map(\.0))
        }
        let hasOtherRequests = entries.indices.contains { index in
            let path = routes[index].path.text
            return path.split(separator: "/").map(String.init).starts(with: common) && !isIssue(index)
                && !isProtected.contains(path)
        }
        return common.isEmpty || hasOtherRequests ? protectedPaths : ["/\(common.joined(separator: "/"))/**"]
    }

    /// A path with tokens that is also recorded for a host that is not served at `/`; nil if there is none.
    var ambiguousPath: String? {
        let heard = Set(rootEntries)
        return entries.indices.first { index in
            !heard.contains(index) && (isIssue(index) || isProtected.contains(routes[index].path.text))
        }.map { routes[$0].path.text }
    }

    /// Whether a request that was rejected succeeded later with another token.
    var hasRenewal: Bool {
        // Two valid tokens suffice, since at least one differs from the rejected one.
        var valid: [Recording.Entry.Target: Set<String>] = [:]
        for index in rootEntries.reversed() {
            let entry = entries[index]
            if rejectedEntries.contains(index) {
                if valid[entry.target]?.contains(where: { $0 != entry.bearerToken }) ?? false { return true }
            } else if let token = entry.bearerToken, 200..<300 ~= entry.reply.status {
                let target = entry.target
                if valid[target, default: []].count < 2 { valid[target, default: []].insert(token) }
            }
        }
        return false
    }

    /// Returns the location of tokens in replies; nil if no reply contains one.
    func pointer() throws(DerivedScenario.DerivationError) -> JSON.Pointer? {
        let found = Set(places.values.flatMap { $0 })
        guard found.count < 2 else {
            throw DerivedScenario.DerivationError("replies contain tokens at several locations")
        }
        return found.first
    }

    /// Returns the number of requests that a token is valid for; nil if unlimited.
    ///
    /// - Throws: `DerivationError` if this number does not explain the recorded 401 replies.
    func usesPerToken(_ pointer: JSON.Pointer) throws(DerivedScenario.DerivationError) -> Int? {
        var counts: [String: Int] = [:]
        var limit: Int?
        for index in rootEntries {
            if let number = issued(at: index, pointer) {
                guard counts.updateValue(0, forKey: number) == nil else {
                    throw DerivedScenario.DerivationError("the same token was issued twice")
                }
            } else if isProtected.contains(routes[index].path.text), !isIssue(index) {
                let name = entries[index].name ?? ""
                let count = entries[index].bearerToken.flatMap { counts[$0] }
                if rejectedEntries.contains(index) {
                    guard let count else { continue }
                    guard limit ?? count == count, count > 0 else {
                        throw DerivedScenario.DerivationError(
                            "\(name) was rejected although its token was valid before"
                        )
                    }
                    limit = count
                } else {
                    guard let count, let token = entries[index].bearerToken else {
                        throw DerivedScenario.DerivationError("\(name) succeeded without a token from this recording")
                    }
                    counts[token] = count + 1
                }
            }
        }
        if let limit, counts.values.contains(where: { $0 > limit }) {
            throw DerivedScenario.DerivationError("tokens were valid for different numbers of requests")
        }
        return limit
    }

    private func isIssue(_ index: Int) -> Bool { issuers[routes[index]] != nil }

    /// Returns the token in the reply of an issuing request; nil for other entries.
    private func issued(at index: Int, _ pointer: JSON.Pointer) -> String? {
        guard isIssue(index), 200..<300 ~= entries[index].reply.status else { return nil }
        return string(at: pointer, of: index)
    }

    private func string(at pointer: JSON.Pointer, of index: Int) -> String? {
        guard case .string(let text)? = documents[index].flatMap({ pointer.value(in: $0) }) else { return nil }
        return text
    }

    /// Returns the location of the refresh token in the requests of an issuer, and whether each token is valid only
    /// once.
    func refresh(
        _ method: Scenario.Method,
        _ path: Scenario.PathPattern,
        besides token: JSON.Pointer
    ) -> (pointer: JSON.Pointer, rotates: Bool)? {
        let issuerEntries = issuers[Route(method: method, path: path)] ?? []
        guard let first = issuerEntries.first, case .object(let members)? = entries[first].requestBody else {
            return nil
        }
        for member in members {
            let pointer = JSON.Pointer(tokens: [member.name])
            guard pointer != token, let rotates = rotates(pointer, Set(issuerEntries)) else { continue }
            return (pointer, rotates)
        }
        return nil
    }

    /// Returns whether refresh tokens at a location rotate; nil if a request sent a token that no reply contained.
    private func rotates(_ pointer: JSON.Pointer, _ issuerEntries: Set<Int>) -> Bool? {
        var valid: Set<String> = []
        var rotates = false
        for index in issuingEntries {
            let returned = string(at: pointer, of: index)
            if issuerEntries.contains(index) {
                guard case .string(let sent)? = entries[index].requestBody.flatMap({ pointer.value(in: $0) }),
                    valid.contains(sent)
                else { return nil }
                if let returned, returned != sent {
                    rotates = true
                    valid.remove(sent)
                } else {
                    if rotates { return nil }
                    continue
                }
            }
            if let returned, !valid.insert(returned).inserted { return nil }
        }
        return rotates
    }
}

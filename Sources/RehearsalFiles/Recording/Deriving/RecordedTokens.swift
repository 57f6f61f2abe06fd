import Rehearsal

/// What a recording tells of tokens: who issued them, what asked for them, and which were refused.
struct RecordedTokens {
    private let entries: [Recording.Entry]
    private let documents: [JSON?]
    /// Where each answer holds a token that was sent later, by entry.
    private let places: [Int: [JSON.Pointer]]
    /// The requests that were answered with tokens, in recorded order.
    let issuing: [(entry: Int, method: Scenario.Method, path: Scenario.PathPattern)]
    /// The paths that ask for a token.
    let protected: [String]
    /// The entries that were refused there, by their indices.
    let denied: Set<Int>

    init(_ recording: Recording) {
        let ids = RecordedIDs(recording)
        let all = recording.entries
        entries = all
        documents = all.indices.map { ids.document($0) }
        var places: [Int: [JSON.Pointer]] = [:]
        var seen: Set<String> = []
        for index in all.indices.reversed() {
            if let document = ids.document(index), 200..<300 ~= all[index].reply.status {
                let found = seen.sorted().flatMap { document.places(of: $0, limit: 2) }.filter { !$0.isListed }
                if !found.isEmpty { places[index] = found.map { JSON.Pointer(tokens: $0.tokens) } }
            }
            if let token = all[index].bearerToken { seen.insert(token) }
        }
        self.places = places
        let issuing = places.keys.sorted().map { (entry: $0, method: all[$0].method, path: all[$0].target.path) }
        self.issuing = issuing
        let isIssue = { (entry: Recording.Entry) in
            issuing.contains { $0.method == entry.method && $0.path == entry.target.path }
        }
        let asked = all.indices.filter {
            !isIssue(all[$0]) && (all[$0].bearerToken != nil || all[$0].reply.status == 401)
        }
        var protected: [String] = []
        for index in asked where !protected.contains(all[index].target.path.text) {
            protected.append(all[index].target.path.text)
        }
        self.protected = protected
        denied = Set(asked.filter { all[$0].reply.status == 401 })
    }

    /// Those paths as a policy says them: as one, where nothing else was asked for below it.
    var protects: [String] {
        let parts = protected.map { $0.split(separator: "/").map(String.init) }
        guard parts.count > 1, var common = parts.first else { return protected }
        for part in parts.dropFirst() {
            common = Array(zip(common, part).prefix { $0 == $1 }.map(\.0))
        }
        let isOpen = entries.indices.contains { index in
            let path = entries[index].target.path.text
            return path.split(separator: "/").map(String.init).starts(with: common) && !isIssue(index)
                && !protected.contains(path)
        }
        return common.isEmpty || isOpen ? protected : ["/\(common.joined(separator: "/"))/**"]
    }

    /// Whether a request was refused, and answered when it came again with another token.
    var hasRenewal: Bool {
        denied.contains { index in
            entries.indices.dropFirst(index + 1).contains { later in
                entries[later].target == entries[index].target && 200..<300 ~= entries[later].reply.status
                    && entries[later].bearerToken != nil && entries[later].bearerToken != entries[index].bearerToken
            }
        }
    }

    /// Where the answers have the token; nil if none has one.
    func pointer() throws(DerivedScenario.Impossible) -> JSON.Pointer? {
        let found = Set(places.values.flatMap { $0 })
        guard found.count < 2 else {
            throw DerivedScenario.Impossible("tokens stand in several places of answers")
        }
        return found.first
    }

    /// How many requests a token was good for, nil for any number; what was refused has to follow from it.
    func uses(_ pointer: JSON.Pointer) throws(DerivedScenario.Impossible) -> Int? {
        var counts: [String: Int] = [:]
        var limit: Int?
        for index in entries.indices {
            if let number = issued(at: index, pointer) {
                guard counts.updateValue(0, forKey: number) == nil else {
                    throw DerivedScenario.Impossible("the same token was issued twice")
                }
            } else if protected.contains(entries[index].target.path.text), !isIssue(index) {
                let name = entries[index].name ?? ""
                let count = entries[index].bearerToken.flatMap { counts[$0] }
                if denied.contains(index) {
                    guard let count else { continue }
                    guard limit ?? count == count, count > 0 else {
                        throw DerivedScenario.Impossible("\(name) was refused although its token was good before")
                    }
                    limit = count
                } else {
                    guard let count, let token = entries[index].bearerToken else {
                        throw DerivedScenario.Impossible("\(name) was answered without a token that was issued here")
                    }
                    counts[token] = count + 1
                }
            }
        }
        if let limit, counts.values.contains(where: { $0 > limit }) {
            throw DerivedScenario.Impossible("tokens were good for different numbers of requests")
        }
        return limit
    }

    private func isIssue(_ index: Int) -> Bool {
        issuing.contains { $0.method == entries[index].method && $0.path == entries[index].target.path }
    }

    /// The token that an entry answered with, if it is a request for tokens.
    private func issued(at index: Int, _ pointer: JSON.Pointer) -> String? {
        guard isIssue(index), 200..<300 ~= entries[index].reply.status else { return nil }
        return text(at: pointer, of: index)
    }

    private func text(at pointer: JSON.Pointer, of index: Int) -> String? {
        guard case .string(let text)? = documents[index].flatMap({ pointer.value(in: $0) }) else { return nil }
        return text
    }

    /// Where every request to an issuer has the refresh token of the answer before, and whether each is good once.
    func refresh(
        _ method: Scenario.Method,
        _ path: Scenario.PathPattern,
        besides token: JSON.Pointer
    ) -> (pointer: JSON.Pointer, rotates: Bool)? {
        let own = issuing.filter { $0.method == method && $0.path == path }.map(\.entry)
        guard let first = own.first, case .object(let members)? = entries[first].requestBody else { return nil }
        for member in members {
            let pointer = JSON.Pointer(tokens: [member.name])
            guard pointer != token, let rotates = rotates(pointer, own) else { continue }
            return (pointer, rotates)
        }
        return nil
    }

    /// Whether refresh tokens that stand at a place are good once; nil if those that were sent are not the answered.
    private func rotates(_ pointer: JSON.Pointer, _ own: [Int]) -> Bool? {
        var good: Set<String> = []
        var rotates = false
        for index in issuing.map(\.entry) {
            let answered = text(at: pointer, of: index)
            if own.contains(index) {
                guard case .string(let sent)? = entries[index].requestBody.flatMap({ pointer.value(in: $0) }),
                    good.contains(sent)
                else { return nil }
                if let answered, answered != sent {
                    rotates = true
                    good.remove(sent)
                } else {
                    if rotates { return nil }
                    continue
                }
            }
            if let answered, !good.insert(answered).inserted { return nil }
        }
        return rotates
    }
}

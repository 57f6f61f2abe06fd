import Rehearsal
import RehearsalDocuments

/// What a recording tells of tokens: who issued them, what asked for them, and which were refused.
struct RecordedTokens {
    private let entries: [Recording.Entry]
    private let documents: [JSON?]
    /// The entries that are played at `/`; the others share their target with a host before them.
    private let heard: [Int]
    /// Where each answer holds a token that was sent later, by entry.
    private let places: [Int: [JSON.Pointer]]
    /// What each entry asked for.
    let asked: [Asked]
    /// The requests that were answered with tokens, in recorded order.
    let issuing: [Int]
    private let issuers: [Asked: [Int]]
    /// The paths that ask for a token.
    let protected: [String]
    private let isProtected: Set<String>
    /// The entries that were refused there, by their indices.
    let denied: Set<Int>

    struct Asked: Hashable {
        let method: Scenario.Method
        let path: Scenario.PathPattern
    }

    init(_ recording: Recording, heard: Set<Int>) {
        let ids = RecordedIDs(recording)
        let all = recording.entries
        let heard = heard.sorted()
        (entries, self.heard) = (all, heard)
        documents = all.indices.map { ids.document($0) }
        let asked = all.map { Asked(method: $0.method, path: RecordedURL.pattern(for: $0.path)) }
        self.asked = asked
        var places: [Int: [JSON.Pointer]] = [:]
        var seen: Set<String> = []
        for index in heard.reversed() {
            if !seen.isEmpty, let document = ids.document(index), 200..<300 ~= all[index].reply.status {
                let found = document.places(limit: 2) { seen.contains($0) }.values.joined().filter { !$0.isListed }
                if !found.isEmpty { places[index] = found.map { JSON.Pointer(tokens: $0.tokens) } }
            }
            if let token = all[index].bearerToken { seen.insert(token) }
        }
        self.places = places
        issuing = places.keys.sorted()
        let issuers = Dictionary(grouping: issuing) { asked[$0] }
        self.issuers = issuers
        let guarded = heard.filter {
            issuers[asked[$0]] == nil && (all[$0].bearerToken != nil || all[$0].reply.status == 401)
        }
        var isProtected: Set<String> = []
        protected = guarded.map { asked[$0].path.text }.filter { isProtected.insert($0).inserted }
        self.isProtected = isProtected
        denied = Set(guarded.filter { all[$0].reply.status == 401 })
    }

    /// Those paths as a policy says them: as one, where nothing else was asked for below it.
    var protects: [String] {
        let parts = protected.map { $0.split(separator: "/").map(String.init) }
        guard parts.count > 1, var common = parts.first else { return protected }
        for part in parts.dropFirst() {
            common = Array(zip(common, part).prefix { $0 == $1 }.map(\.0))
        }
        let isOpen = entries.indices.contains { index in
            let path = asked[index].path.text
            return path.split(separator: "/").map(String.init).starts(with: common) && !isIssue(index)
                && !isProtected.contains(path)
        }
        return common.isEmpty || isOpen ? protected : ["/\(common.joined(separator: "/"))/**"]
    }

    /// A path that asks for tokens or issues them, and that a host has too which is not played at `/`; nil for none.
    var pathOfSeveralHosts: String? {
        let heard = Set(heard)
        return entries.indices.first { index in
            !heard.contains(index) && (isIssue(index) || isProtected.contains(asked[index].path.text))
        }.map { asked[$0].path.text }
    }

    /// Whether a request was refused, and answered when it came again with another token.
    var hasRenewal: Bool {
        // Of the tokens that were good later two are enough: one of them is another one.
        var good: [Recording.Entry.Target: Set<String>] = [:]
        for index in heard.reversed() {
            let entry = entries[index]
            if denied.contains(index) {
                if good[entry.target]?.contains(where: { $0 != entry.bearerToken }) ?? false { return true }
            } else if let token = entry.bearerToken, 200..<300 ~= entry.reply.status {
                let target = entry.target
                if good[target, default: []].count < 2 { good[target, default: []].insert(token) }
            }
        }
        return false
    }

    /// Where the answers have the token; nil if none has one.
    func pointer() throws(DerivedScenario.Impossible) -> JSON.Pointer? {
        let found = Set(places.values.flatMap { $0 })
        guard found.count < 2 else { throw DerivedScenario.Impossible("tokens stand in several places of answers") }
        return found.first
    }

    /// How many requests a token was good for, nil for any number; what was refused has to follow from it.
    func uses(_ pointer: JSON.Pointer) throws(DerivedScenario.Impossible) -> Int? {
        var counts: [String: Int] = [:]
        var limit: Int?
        for index in heard {
            if let number = issued(at: index, pointer) {
                guard counts.updateValue(0, forKey: number) == nil else {
                    throw DerivedScenario.Impossible("the same token was issued twice")
                }
            } else if isProtected.contains(asked[index].path.text), !isIssue(index) {
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

    private func isIssue(_ index: Int) -> Bool { issuers[asked[index]] != nil }

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
        let own = issuers[Asked(method: method, path: path)] ?? []
        guard let first = own.first, case .object(let members)? = entries[first].requestBody else { return nil }
        for member in members {
            let pointer = JSON.Pointer(tokens: [member.name])
            guard pointer != token, let rotates = rotates(pointer, Set(own)) else { continue }
            return (pointer, rotates)
        }
        return nil
    }

    /// Whether refresh tokens that stand at a place are good once; nil if those that were sent are not the answered.
    private func rotates(_ pointer: JSON.Pointer, _ own: Set<Int>) -> Bool? {
        var good: Set<String> = []
        var rotates = false
        for index in issuing {
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

import Rehearsal
import RehearsalDocuments

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

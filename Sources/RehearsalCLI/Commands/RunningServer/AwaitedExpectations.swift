import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

/// The expectations in the operands of `rehearsal wait`: requests, JSON items, or files that contain such items.
struct AwaitedExpectations: Sendable, Hashable {
    /// The expectations in the form of a scenario's `expect`.
    var items: [JSON] = []
    /// The names of the expectations in the output.
    var names: [String] = []

    /// The methods that have a key in the scenario format.
    private static let methods = ["get", "post", "put", "patch", "delete", "head", "options", "any"]
    private static let example = "rehearsal wait 'get /me' --count 3"

    /// Parses the operands of the command.
    ///
    /// - Parameter minimumCount: the minimum number of each request.
    init(_ words: [String], minimumCount: Int?) throws(UsageError) {
        // The shell splits an unquoted request: wait get /me.
        let isUnquotedRequest =
            words.count == 2 && !words[0].contains { " {[/.".contains($0) } && words[1].hasPrefix("/")
        let words = isUnquotedRequest ? [words.joined(separator: " ")] : words
        guard !words.isEmpty else {
            throw UsageError("wait needs an expectation", hint: "try: \(Self.example)")
        }
        for word in words { try add(word, minimumCount) }
    }

    private mutating func add(_ word: String, _ minimumCount: Int?) throws(UsageError) {
        let text = String(word.drop { " \t\r\n".contains($0) })
        if text.hasPrefix("{") || text.hasPrefix("[") {
            try rejectCount(minimumCount, for: word)
            try addItems(Array(text.utf8), from: "the expectation", name: "the expectation")
        } else if let request = Self.request(text, minimumCount) {
            items.append(request)
            names.append(text + (minimumCount.map { " ×\($0)" } ?? ""))
        } else {
            try rejectCount(minimumCount, for: word)
            try addItems(try Self.content(of: word), from: word, name: "the expectations of \(word)")
        }
    }

    private func rejectCount(_ minimumCount: Int?, for name: String) throws(UsageError) {
        guard minimumCount != nil else { return }
        throw UsageError(
            "--count applies to requests such as 'get /me', not to \(name.quoted)",
            hint: #"use the key "count" in the expectation"#
        )
    }

    /// Returns the JSON item for a request such as `get /me`; nil for other texts.
    private static func request(_ text: String, _ minimumCount: Int?) -> JSON? {
        let halves = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard halves.count == 2, halves[1].hasPrefix("/"), halves[0].allSatisfy({ $0.isASCII && $0.isLetter }) else {
            return nil
        }
        let key = halves[0].lowercased()
        var members =
            methods.contains(key)
            ? [JSON.Member(key, .string(halves[1]))]
            : [JSON.Member("method", .string(halves[0])), JSON.Member("path", .string(halves[1]))]
        if let minimumCount { members.append(JSON.Member("count", ["min": JSON(integerLiteral: minimumCount)])) }
        return .object(members)
    }

    /// Adds the expectations of a JSON text: an item, a list, or a document with `expect`.
    private mutating func addItems(_ bytes: [UInt8], from source: String, name: String) throws(UsageError) {
        let json: JSON
        do throws(JSONSyntaxError) {
            json = try JSONDocument(parsing: bytes, options: [.relaxed, .allowsByteOrderMark]).root.value
        } catch {
            throw UsageError("\(source.printable) is \(error)", hint: "try: \(Self.example)")
        }
        let value = json["expect"] ?? json
        let newItems = if case .array(let elements) = value { elements } else { [value] }
        guard !newItems.isEmpty, newItems.allSatisfy({ if case .object = $0 { true } else { false } }) else {
            throw UsageError(
                "\(source.printable) contains no expectation",
                hint: #"for example: { "get": "/me" }, or a list of such items"#
            )
        }
        items += newItems
        names.append(name)
    }

    private static func content(of path: String) throws(UsageError) -> [UInt8] {
        do throws(FileSystem.Failure) {
            return try FileSystem.read(path, limit: ScenarioFiles.sizeLimit)
        } catch {
            throw UsageError("\(path.quoted) is not a request, JSON or a readable file", hint: "try: \(example)")
        }
    }
}

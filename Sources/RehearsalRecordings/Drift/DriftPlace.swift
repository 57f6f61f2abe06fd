import Rehearsal

/// A path in a document, such as `$.items[*].price` or `$.byDay.*.total`.
///
/// All elements of a list share one path, and so do all entries of a dictionary.
package struct DriftPlace: Sendable, Hashable {
    package var steps: [Step] = []

    /// A step of a path.
    package enum Step: Sendable, Hashable {
        case name(String)
        case element
        /// Any entry of a dictionary.
        case entry
    }

    /// The path of the whole document.
    package static let root = DriftPlace(steps: [])

    init(steps: [Step]) { self.steps = steps }

    /// An error that states why a text is not a valid path.
    package struct Malformed: Error, Hashable {
        package var reason: String
    }

    /// Parses `$.items[*].price` or the equivalent pointer `/items/*/price`. Any index stands for all elements.
    package init(_ text: String) throws(Malformed) {
        if text.hasPrefix("/") {
            guard let pointer = JSON.Pointer(text) else { throw Malformed(reason: "a pointer writes ~ as ~0") }
            steps = pointer.tokens.map { $0 == "*" ? .entry : Self.isIndex($0) ? .element : Self.member($0) }
        } else {
            steps = try DriftPlaceReader(text).steps()
        }
    }

    func appending(_ step: Step) -> DriftPlace { DriftPlace(steps: steps + [step]) }

    /// Returns the step to a member. All entries of a dictionary share one step.
    package static func member(_ name: String) -> Step { DictionaryKey.isOne(name) ? .entry : .name(name) }

    static func isIndex(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(\.isDigit)
    }

    /// Whether a path equals this one or lies below it.
    func covers(_ place: DriftPlace) -> Bool {
        steps.count <= place.steps.count
            && zip(steps, place.steps).allSatisfy { own, step in
                // The keys of a dictionary may be numbers, as indices are.
                own == step || own == .entry || ((own == .element || Self.mayBeEntry(own)) && step == .entry)
            }
    }

    private static func mayBeEntry(_ step: Step) -> Bool {
        if case .name(let name) = step { DictionaryKey.stem(of: name) != nil } else { false }
    }

    /// Whether one document may hold several values at this path.
    var isMany: Bool { steps.contains { $0 == .element || $0 == .entry } }

    /// The name of the last member on the path; nil if the path has none.
    package var name: String? {
        for case .name(let name) in steps.reversed() { return name }
        return nil
    }
}

extension DriftPlace: CustomStringConvertible {
    package var description: String {
        steps.reduce(into: "$") { text, step in
            switch step {
            case .element: text += "[*]"
            case .entry: text += ".*"
            case .name(let name) where Self.isPlain(name): text += ".\(name)"
            case .name(let name):
                text += "['\(name.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))']"
            }
        }
    }

    package static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0.isAlphanumeric(or: "_-") }
    }
}

/// A parser for paths such as `$.items[*]['a name']`.
struct DriftPlaceReader {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    typealias Malformed = DriftPlace.Malformed

    func steps() throws(Malformed) -> [DriftPlace.Step] {
        var reader = self
        guard reader.skip("$") else { throw Malformed(reason: "a path begins with $ or /") }
        var steps: [DriftPlace.Step] = []
        while !reader.rest.isEmpty { steps.append(try reader.step()) }
        return steps
    }

    private mutating func step() throws(Malformed) -> DriftPlace.Step {
        if skip("..") { throw Malformed(reason: "`..` is not supported; write the path from the root") }
        if skip("[") { return try bracket() }
        guard skip(".") else { throw Malformed(reason: "a name follows a dot or stands in quotes: ['a name']") }
        if skip("*") { return .entry }
        let name = String(rest.prefix { $0 != "." && $0 != "[" })
        guard DriftPlace.isPlain(name) || name.utf8.contains(where: { $0 >= 0x80 }) else {
            throw Malformed(
                reason: name.isEmpty ? "a name is missing" : "a name with other characters is quoted: ['a name']"
            )
        }
        rest = rest.dropFirst(name.count)
        return DriftPlace.member(name)
    }

    /// Parses the rest of a bracketed step: `*`, an index, or a quoted name.
    private mutating func bracket() throws(Malformed) -> DriftPlace.Step {
        if skip("*]") { return .element }
        if let quote = rest.first, quote == "'" || quote == "\"" {
            rest = rest.dropFirst()
            return DriftPlace.member(try quoted(quote))
        }
        let index = String(rest.prefix { $0 != "]" })
        guard DriftPlace.isIndex(index), rest.count > index.count else {
            throw Malformed(reason: "brackets hold *, an index or a name in quotes")
        }
        rest = rest.dropFirst(index.count + 1)
        return .element
    }

    private mutating func quoted(_ quote: Character) throws(Malformed) -> String {
        var name = ""
        while let next = rest.popFirst() {
            if next == quote {
                guard skip("]") else { break }
                return name
            }
            name.append(next == "\\" ? rest.popFirst() ?? next : next)
        }
        throw Malformed(reason: "a quoted name has no closing quote and bracket")
    }

    private mutating func skip(_ text: String) -> Bool {
        guard rest.hasPrefix(text) else { return false }
        rest = rest.dropFirst(text.count)
        return true
    }
}

/// The paths in bodies and the headers that a comparison excludes.
package struct DriftIgnored: Sendable {
    /// The excluded header names in lower case.
    private var headers: Set<String> = Self.volatileHeaders
    /// The excluded paths, such as `$.meta.request_id` or `$.items[*].etag`; values below them are excluded too.
    private var places: [DriftPlace] = []

    package init() {}

    /// Adds an exclusion: `header:X-Request-Id`, a path in bodies such as `$.meta`, or a pointer such as `/meta`.
    package mutating func add(_ text: String) throws(DriftPlace.Malformed) {
        guard text.hasPrefix("header:") else {
            places.append(try DriftPlace(text))
            return
        }
        let name = text.dropFirst("header:".count)
        guard !name.isEmpty else { throw DriftPlace.Malformed(reason: "the name of the header is missing") }
        headers.insert(name.lowercased())
    }

    package func ignores(header name: String) -> Bool {
        NoiseFields.contains(name) || headers.contains(name.lowercased())
    }

    package func ignores(_ place: DriftPlace) -> Bool { places.contains { $0.covers(place) } }

    /// Headers for framing, caching, validation and rate limits, which proxies may change.
    private static let volatileHeaders: Set<String> = [
        "alt-svc", "cf-cache-status", "connection", "content-encoding", "content-length", "etag", "expires",
        "keep-alive", "last-modified", "trailer", "transfer-encoding", "vary", "via", "x-cache",
        "x-ratelimit-remaining", "x-ratelimit-reset",
    ]
}

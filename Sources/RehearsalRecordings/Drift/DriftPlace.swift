import Rehearsal

/// A place in documents, in which all elements of a list are one, and all entries of an object that is a dictionary:
/// `$.items[*].price`, `$.byDay.*.total`.
package struct DriftPlace: Sendable, Hashable {
    package var steps: [Step] = []

    /// One step further into a document.
    package enum Step: Sendable, Hashable {
        case name(String)
        case element
        /// Whatever it is called.
        case entry
    }

    /// The document itself.
    package static let root = DriftPlace(steps: [])

    init(steps: [Step]) { self.steps = steps }

    /// Why a text is no place.
    package struct Malformed: Error, Hashable {
        package var reason: String
    }

    /// `$.items[*].price`, or the same as a pointer, `/items/*/price`. An index stands for any: lists are seen as one.
    package init(_ text: String) throws(Malformed) {
        if text.hasPrefix("/") {
            guard let pointer = JSON.Pointer(text) else { throw Malformed(reason: "in a pointer, ~ is written ~0") }
            steps = pointer.tokens.map { $0 == "*" ? .entry : Self.isIndex($0) ? .element : Self.member($0) }
        } else {
            steps = try DriftPlaceReader(text).steps()
        }
    }

    func appending(_ step: Step) -> DriftPlace { DriftPlace(steps: steps + [step]) }

    /// The step to a member; to one that is an entry of a dictionary it is the same for each.
    package static func member(_ name: String) -> Step { DictionaryKey.isOne(name) ? .entry : .name(name) }

    static func isIndex(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(\.isDigit)
    }

    /// Whether a place is this one or below it.
    func covers(_ place: DriftPlace) -> Bool {
        steps.count <= place.steps.count
            && zip(steps, place.steps).allSatisfy { own, step in
                // A dictionary's keys may be numbers, as indices are.
                own == step || own == .entry || ((own == .element || Self.mayBeEntry(own)) && step == .entry)
            }
    }

    private static func mayBeEntry(_ step: Step) -> Bool {
        if case .name(let name) = step { DictionaryKey.stem(of: name) != nil } else { false }
    }

    /// Whether there may be many of it in one document.
    var isMany: Bool { steps.contains { $0 == .element || $0 == .entry } }

    /// What the nearest member is called; nil below none.
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

/// Reads a place as it is shown: `$.items[*]['a name']`.
struct DriftPlaceReader {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    typealias Malformed = DriftPlace.Malformed

    func steps() throws(Malformed) -> [DriftPlace.Step] {
        var reader = self
        guard reader.skip("$") else { throw Malformed(reason: "a place begins with $ or /") }
        var steps: [DriftPlace.Step] = []
        while !reader.rest.isEmpty { steps.append(try reader.step()) }
        return steps
    }

    private mutating func step() throws(Malformed) -> DriftPlace.Step {
        if skip("..") { throw Malformed(reason: "`..` is no step: the way is written from the root") }
        if skip("[") { return try bracket() }
        guard skip(".") else { throw Malformed(reason: "a name follows a dot, or stands in brackets and quotes") }
        if skip("*") { return .entry }
        let name = String(rest.prefix { $0 != "." && $0 != "[" })
        guard DriftPlace.isPlain(name) || name.utf8.contains(where: { $0 >= 0x80 }) else {
            throw Malformed(
                reason: name.isEmpty ? "a name is missing" : "a name with signs stands in quotes: ['a name']"
            )
        }
        rest = rest.dropFirst(name.count)
        return DriftPlace.member(name)
    }

    /// What stands after a bracket: `*`, an index, or a name in quotes.
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
        throw Malformed(reason: "a name in quotes does not end")
    }

    private mutating func skip(_ text: String) -> Bool {
        guard rest.hasPrefix(text) else { return false }
        rest = rest.dropFirst(text.count)
        return true
    }
}

/// What is volatile, or nobody's concern: places in a body and headers.
package struct DriftIgnored: Sendable {
    /// Lower-case names of headers.
    private var headers: Set<String> = Self.passing
    /// `$.meta.request_id`, `$.items[*].etag`, with everything below.
    private var places: [DriftPlace] = []

    package init() {}

    /// Adds what somebody declares: `header:X-Request-Id`, or a place in bodies, `$.meta` or as a pointer, `/meta`.
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

    /// What frames, stores and checks a body is the affair of whoever stands between, and says nothing of it.
    private static let passing: Set<String> = [
        "alt-svc", "cf-cache-status", "connection", "content-encoding", "content-length", "etag", "expires",
        "keep-alive", "last-modified", "trailer", "transfer-encoding", "vary", "via", "x-cache",
        "x-ratelimit-remaining", "x-ratelimit-reset",
    ]
}

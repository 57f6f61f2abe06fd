import Rehearsal

/// A path in a document, such as `$.items[*].price` or `$.byDay.*.total`.
///
/// All elements of a list share one path, and so do all entries of a dictionary.
package struct DocumentPath: Sendable, Hashable {
    package var steps: [Step] = []

    /// A step of a path.
    package enum Step: Sendable, Hashable {
        case name(String)
        case anyIndex
        /// Any entry of a dictionary.
        case anyKey
    }

    /// The path of the whole document.
    package static let root = DocumentPath(steps: [])

    init(steps: [Step]) { self.steps = steps }

    /// An error that states why a text is not a valid path.
    package struct Malformed: Error, Hashable {
        package var reason: String
    }

    /// Parses `$.items[*].price` or the equivalent pointer `/items/*/price`. Any index means all elements.
    package init(_ text: String) throws(Malformed) {
        if text.hasPrefix("/") {
            guard let pointer = JSON.Pointer(text) else {
                throw Malformed(reason: "in a pointer, ~ must be written as ~0")
            }
            steps = pointer.tokens.map { $0 == "*" ? .anyKey : Self.isIndex($0) ? .anyIndex : Self.step($0) }
        } else {
            steps = try DocumentPathParser(text).steps()
        }
    }

    func appending(_ step: Step) -> DocumentPath { DocumentPath(steps: steps + [step]) }

    /// Returns the step to a member. All entries of a dictionary share one step.
    package static func step(_ name: String) -> Step { DynamicKey.matches(name) ? .anyKey : .name(name) }

    static func isIndex(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(\.isDigit)
    }

    /// Whether a path equals this one or lies below it.
    func contains(_ path: DocumentPath) -> Bool {
        steps.count <= path.steps.count
            && zip(steps, path.steps).allSatisfy { own, step in
                // The keys of a dictionary may be numbers, as indices are.
                own == step || own == .anyKey || ((own == .anyIndex || Self.mayBeEntry(own)) && step == .anyKey)
            }
    }

    private static func mayBeEntry(_ step: Step) -> Bool {
        if case .name(let name) = step { DynamicKey.prefixBeforeNumber(of: name) != nil } else { false }
    }

    /// Whether one document may hold several values at this path.
    var isInCollection: Bool { steps.contains { $0 == .anyIndex || $0 == .anyKey } }

    /// The name of the last member on the path; nil if the path has none.
    package var nearestMemberName: String? {
        for case .name(let name) in steps.reversed() { return name }
        return nil
    }
}

extension DocumentPath: CustomStringConvertible {
    package var description: String {
        steps.reduce(into: "$") { text, step in
            switch step {
            case .anyIndex: text += "[*]"
            case .anyKey: text += ".*"
            case .name(let name) where Self.needsNoQuotes(name): text += ".\(name)"
            case .name(let name):
                text += "['\(name.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))']"
            }
        }
    }

    package static func needsNoQuotes(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0.isAlphanumeric(or: "_-") }
    }
}

/// A parser for paths such as `$.items[*]['a name']`.
struct DocumentPathParser {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    typealias Malformed = DocumentPath.Malformed

    func steps() throws(Malformed) -> [DocumentPath.Step] {
        var reader = self
        guard reader.skip("$") else { throw Malformed(reason: "a path must begin with $ or /") }
        var steps: [DocumentPath.Step] = []
        while !reader.rest.isEmpty { steps.append(try reader.step()) }
        return steps
    }

    private mutating func step() throws(Malformed) -> DocumentPath.Step {
        if skip("..") { throw Malformed(reason: "`..` is not supported; write the path from the root") }
        if skip("[") { return try bracket() }
        guard skip(".") else {
            throw Malformed(reason: "a name must follow a dot, or be quoted in brackets: ['a name']")
        }
        if skip("*") { return .anyKey }
        let name = String(rest.prefix { $0 != "." && $0 != "[" })
        guard DocumentPath.needsNoQuotes(name) || name.utf8.contains(where: { $0 >= 0x80 }) else {
            throw Malformed(
                reason: name.isEmpty
                    ? "a name is missing" : "a name with special characters must be quoted in brackets: ['a name']"
            )
        }
        rest = rest.dropFirst(name.count)
        return DocumentPath.step(name)
    }

    /// Parses the rest of a bracketed step: `*`, an index, or a quoted name.
    private mutating func bracket() throws(Malformed) -> DocumentPath.Step {
        if skip("*]") { return .anyIndex }
        if let quote = rest.first, quote == "'" || quote == "\"" {
            rest = rest.dropFirst()
            return DocumentPath.step(try quoted(quote))
        }
        let index = String(rest.prefix { $0 != "]" })
        guard DocumentPath.isIndex(index), rest.count > index.count else {
            throw Malformed(reason: "brackets must contain *, an index or a quoted name")
        }
        rest = rest.dropFirst(index.count + 1)
        return .anyIndex
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
package struct DriftExclusions: Sendable {
    /// The excluded header names in lower case.
    private var headers: Set<String> = Self.volatileHeaders
    /// The excluded paths, such as `$.meta.request_id` or `$.items[*].etag`; values below them are excluded too.
    private var places: [DocumentPath] = []

    package init() {}

    /// Adds an exclusion: `header:X-Request-Id`, a path in bodies such as `$.meta`, or a pointer such as `/meta`.
    package mutating func add(_ text: String) throws(DocumentPath.Malformed) {
        guard text.hasPrefix("header:") else {
            places.append(try DocumentPath(text))
            return
        }
        let name = text.dropFirst("header:".count)
        guard !name.isEmpty else { throw DocumentPath.Malformed(reason: "the name of the header is missing") }
        headers.insert(name.lowercased())
    }

    package func ignores(header name: String) -> Bool {
        VolatileFields.contains(name) || headers.contains(name.lowercased())
    }

    package func ignores(_ path: DocumentPath) -> Bool { places.contains { $0.contains(path) } }

    /// Headers for framing, caching, validation and rate limits, which proxies may change.
    private static let volatileHeaders: Set<String> = [
        "alt-svc", "cf-cache-status", "connection", "content-encoding", "content-length", "etag", "expires",
        "keep-alive", "last-modified", "trailer", "transfer-encoding", "vary", "via", "x-cache",
        "x-ratelimit-remaining", "x-ratelimit-reset",
    ]
}

extension JSON {
    /// A query that selects values of a JSON document: JSONPath (RFC 9535), answered in a bounded number of steps.
    ///
    /// Two paths are equal if they are written alike, scalar by scalar.
    public struct Path: Sendable, CustomStringConvertible {
        /// As it was written.
        public let text: String
        let segments: [JSONPathSegment]

        /// Reads a path, which begins with `$`.
        ///
        /// At most 4,096 characters, and 32 levels of filters, parentheses and calls. A pattern that is written into
        /// the path has to be one; the RFC would let it match nothing.
        ///
        /// - Throws: what is wrong with the text, and at which character.
        public init(_ text: String) throws(Malformed) {
            self.text = text
            segments = try JSONPathParser.segments(of: Array(text.unicodeScalars))
        }

        /// As it was written.
        public var description: String { text }
    }
}

extension JSON.Path: Hashable {
    // Strings are equal if they look alike, as "é" in one scalar and in two do; as names these are not.
    /// Whether both are written alike.
    public static func == (left: Self, right: Self) -> Bool { left.text.isWritten(as: right.text) }

    /// Hashes what is written.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}

extension JSON.Path {
    /// What one answer may cost, so that no path and no document hold up a loop for long.
    ///
    /// A step is one value, member or condition looked at; long texts and patterns cost more of them.
    package static let mostSteps = 1_000_000

    /// The values that the path selects, in the order of the document; nil if finding them takes too many steps.
    ///
    /// Of members with one name, a name selects the first, as it does everywhere here; `*` and `..` go to each.
    package func nodes(in document: JSON, steps: Int = mostSteps) -> [JSON]? {
        var question = JSONPathQuestion(document: document, stepsLeft: steps)
        var walk = JSONPathWalk(segments, from: document)
        var nodes: [JSON] = []
        do throws(JSONPathQuestion.Exhausted) {
            while let node = try walk.next(&question) { nodes.append(node.value) }
            return nodes
        } catch {
            return nil
        }
    }

    /// A value of a document, and where it is.
    package struct Location: Sendable, Hashable {
        /// A normalized path (RFC 9535 §2.7): `$['items'][0]`.
        package let path: String
        package let value: JSON
    }

    /// As ``nodes(in:steps:)``, with the place of each; nil if finding and naming them takes too many steps.
    package func locations(in document: JSON, steps: Int = mostSteps) -> [Location]? {
        var question = JSONPathQuestion(document: document, stepsLeft: steps)
        var walk = JSONPathWalk(segments, from: document)
        var locations: [Location] = []
        do throws(JSONPathQuestion.Exhausted) {
            while let node = try walk.next(&question) {
                locations.append(Location(path: try walk.path(to: node, &question), value: node.value))
            }
            return locations
        } catch {
            return nil
        }
    }

    /// Whether the path selects anything; what takes too many steps to find is not found.
    ///
    /// The first value ends the search.
    package func finds(in document: JSON, steps: Int = mostSteps) -> Bool {
        var question = JSONPathQuestion(document: document, stepsLeft: steps)
        var walk = JSONPathWalk(segments, from: document)
        do throws(JSONPathQuestion.Exhausted) { return try walk.next(&question) != nil } catch { return false }
    }

    /// The error of a text that is not a path.
    public typealias Malformed = JSON.MalformedText
}

extension JSON {
    /// A query that selects values of a JSON document: JSONPath (RFC 9535), evaluated in a bounded number of steps.
    ///
    /// Two paths are equal if their texts have the same Unicode scalars.
    public struct Path: Sendable, CustomStringConvertible {
        /// The text from which the path was parsed.
        public let text: String
        let segments: [JSONPathSegment]

        /// Parses a path, which begins with `$`.
        ///
        /// A path has at most 4,096 characters, and 32 levels of filters, parentheses and calls. An invalid pattern in
        /// the path is an error; by the RFC it would match nothing.
        ///
        /// - Throws: ``Malformed``, with the mistake and its character position.
        public init(_ text: String) throws(Malformed) {
            self.text = text
            segments = try JSONPathParser.segments(of: Array(text.unicodeScalars))
        }

        /// The text from which the path was parsed.
        public var description: String { text }
    }
}

extension JSON.Path: Hashable {
    // `String` equates canonical equivalents ("é" in one scalar and in two), but member names are compared by scalars.
    /// Returns whether both texts have the same scalars.
    public static func == (left: Self, right: Self) -> Bool { left.text.hasSameScalars(as: right.text) }

    /// Hashes the UTF-8 of the text.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}

extension JSON.Path {
    /// The default limit of steps for one evaluation. It keeps an event loop responsive for any path and document.
    ///
    /// The evaluation of one value, member or condition is one step. Long texts and patterns need several steps.
    package static let maximumSteps = 1_000_000

    /// Returns the values that the path selects, in document order; nil if the evaluation exceeds its limit of steps.
    ///
    /// If members of an object share a name, a name selector selects the first; `*` and `..` visit each of them.
    package func nodes(in document: JSON, steps: Int = maximumSteps) -> [JSON]? {
        var evaluation = JSONPathEvaluation(document: document, stepsLeft: steps)
        var iterator = JSONPathIterator(segments, from: document)
        var nodes: [JSON] = []
        do throws(JSONPathEvaluation.Exhausted) {
            while let node = try iterator.next(&evaluation) { nodes.append(node.value) }
            return nodes
        } catch {
            return nil
        }
    }

    /// A value of a document, and its normalized path.
    package struct Location: Sendable, Hashable {
        /// A normalized path (RFC 9535 §2.7): `$['items'][0]`.
        package let path: String
        package let value: JSON
    }

    /// Returns the selected values with their paths, in document order; nil if the evaluation exceeds its step limit.
    package func locations(in document: JSON, steps: Int = maximumSteps) -> [Location]? {
        var evaluation = JSONPathEvaluation(document: document, stepsLeft: steps)
        var iterator = JSONPathIterator(segments, from: document)
        var locations: [Location] = []
        do throws(JSONPathEvaluation.Exhausted) {
            while let node = try iterator.next(&evaluation) {
                locations.append(Location(path: try iterator.path(to: node, &evaluation), value: node.value))
            }
            return locations
        } catch {
            return nil
        }
    }

    /// Returns whether the path selects at least one value; false if the evaluation exceeds its limit of steps.
    ///
    /// The evaluation ends at the first value.
    package func hasMatch(in document: JSON, steps: Int = maximumSteps) -> Bool {
        var evaluation = JSONPathEvaluation(document: document, stepsLeft: steps)
        var iterator = JSONPathIterator(segments, from: document)
        do throws(JSONPathEvaluation.Exhausted) { return try iterator.next(&evaluation) != nil } catch { return false }
    }

    /// The error for a text that is not a valid path.
    public typealias Malformed = JSON.MalformedText
}

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
    /// The default limit of steps for one evaluation, which keeps an event loop responsive for any path and document.
    ///
    /// A step is one value, member or condition examined; long texts and patterns cost several.
    package static let maximumSteps = 1_000_000

    /// Returns the values that the path selects, in document order; nil if the evaluation exceeds its steps.
    ///
    /// If members of an object share a name, a name selector selects the first; `*` and `..` visit each of them.
    package func nodes(in document: JSON, steps: Int = maximumSteps) -> [JSON]? {
        var question = JSONPathEvaluation(document: document, stepsLeft: steps)
        var walk = JSONPathIterator(segments, from: document)
        var nodes: [JSON] = []
        do throws(JSONPathEvaluation.Exhausted) {
            while let node = try walk.next(&question) { nodes.append(node.value) }
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

    /// Returns the selected values with their paths, in document order; nil if the evaluation exceeds its steps.
    package func locations(in document: JSON, steps: Int = maximumSteps) -> [Location]? {
        var question = JSONPathEvaluation(document: document, stepsLeft: steps)
        var walk = JSONPathIterator(segments, from: document)
        var locations: [Location] = []
        do throws(JSONPathEvaluation.Exhausted) {
            while let node = try walk.next(&question) {
                locations.append(Location(path: try walk.path(to: node, &question), value: node.value))
            }
            return locations
        } catch {
            return nil
        }
    }

    /// Returns whether the path selects at least one value; false also if the evaluation exceeds its steps.
    ///
    /// The search ends at the first value.
    package func hasMatch(in document: JSON, steps: Int = maximumSteps) -> Bool {
        var question = JSONPathEvaluation(document: document, stepsLeft: steps)
        var walk = JSONPathIterator(segments, from: document)
        do throws(JSONPathEvaluation.Exhausted) { return try walk.next(&question) != nil } catch { return false }
    }

    /// The error of a text that is not a path.
    public typealias Malformed = JSON.MalformedText
}

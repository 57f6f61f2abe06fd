/// A JSON document (RFC 8259) as it was written, with the place of every value in it.
///
/// Values are read off a flat tape of nodes, one for each name and value in document order, so that a large recording
/// costs two allocations and only what is asked for is decoded.
package struct JSONDocument: Sendable {
    package let bytes: [UInt8]
    let tape: [Entry]

    /// Nesting beyond this is refused, whoever wrote it.
    package static let depthLimit = 512

    /// What is accepted beyond RFC 8259.
    package struct Options: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Comments (`//` and `/* */`) and a comma after the last member or element: how people write documents.
        package static let relaxed = Options(rawValue: 1)
        /// A byte order mark before the first byte.
        package static let allowsByteOrderMark = Options(rawValue: 2)
    }

    /// What a node holds.
    package enum Kind: UInt8, Sendable, Hashable {
        case null, bool, number, string, array, object
    }

    struct Entry: Sendable {
        var start: UInt32
        var end: UInt32
        /// The index after this node and all below it.
        var next: UInt32
        var kind: Kind
        var hasEscapes = false
    }

    /// Reads a whole document, and nothing after it.
    ///
    /// - Throws: what is wrong and at which byte.
    package init(parsing bytes: [UInt8], options: Options = []) throws(JSONSyntaxError) {
        guard bytes.count < UInt32.max else {
            throw JSONSyntaxError(offset: 0, "\(bytes.count) bytes are too many", fix: "a document ends before 4 GiB")
        }
        tape = try bytes.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) -> [Entry] in
            var parser = JSONParser(buffer, options: options)
            try parser.parse()
            return parser.tape
        }
        self.bytes = bytes
    }

    /// The value that the document is.
    package var root: Node { Node(document: self, index: 0) }
}

import Rehearsal
import RehearsalDocuments

extension FuzzTarget {
    /// The JSON parser: strict (RFC 8259), and relaxed with comments and trailing commas.
    static let json = FuzzTarget("json") { bytes in
        let strict = try JSONReading.read(bytes, options: [])
        let relaxed = try JSONReading.read(bytes, options: [.relaxed, .allowsByteOrderMark])
        if let strict {
            guard let relaxed else { throw Finding("relaxed parsing rejects what strict parsing accepts") }
            try Finding.require(
                strict.root.range == relaxed.root.range,
                "strict and relaxed parsing differ in positions"
            )
            try Finding.require(
                strict.root.value == relaxed.root.value,
                "strict and relaxed parsing differ in the value"
            )
        }
        guard let document = relaxed else { return }
        try JSONReading.requireNesting(of: document)
        let value = document.root.value
        try Finding.require(value.isEquivalent(to: value), "a value is not equivalent to itself")
        for isPretty in [false, true] {
            let written = value.bytes(pretty: isPretty)
            let again: JSON
            do throws(JSONSyntaxError) { again = try JSON(parsing: written) } catch {
                throw Finding("the serialized value is rejected: \(error)")
            }
            try Finding.require(
                again == value && again.isEquivalent(to: value),
                "the serialized value parses to another value"
            )
            try Finding.require(again.bytes(pretty: isPretty) == written, "serializing again yields other bytes")
        }
    }
}

private enum JSONReading {
    /// Parses a document; nil if it is rejected at a valid position.
    static func read(_ bytes: [UInt8], options: JSONDocument.Options) throws -> JSONDocument? {
        let source = SourceText(path: "fuzz.json", bytes: bytes)
        var diagnostics: [Diagnostic] = []
        let document = source.document(options: options, diagnostics: &diagnostics)
        try Finding.require(document == nil || diagnostics.isEmpty, "a document is accepted with diagnostics")
        try diagnostics.requirePlaces(in: bytes)
        do throws(JSONSyntaxError) { _ = try JSONDocument(parsing: bytes, options: options) } catch {
            try Finding.require(document == nil, "two parsers disagree about validity")
            try Finding.require(
                0...bytes.count ~= error.offset,
                "byte \(error.offset) is not within \(bytes.count) bytes"
            )
            let opening = error.opening ?? 0
            try Finding.require(0...error.offset ~= opening, "byte \(error.offset) is before its opening, \(opening)")
        }
        return document
    }

    /// Checks that values nest, do not overlap, and have the delimiters of their kind.
    static func requireNesting(of document: JSONDocument) throws {
        var rest = [document.root]
        while let node = rest.popLast() {
            let bytes = document.bytes[node.range]
            guard let first = bytes.first, let last = bytes.last else { throw Finding("a value without bytes") }
            var position = node.range.lowerBound
            var children: [Range<Int>] = []
            switch node.kind {
            case .object:
                try Finding.require(first == UInt8(ascii: "{") && last == UInt8(ascii: "}"), "an object has no braces")
                for member in node.members { children += [member.nameRange, member.value.range] }
                rest += node.members.map(\.value)
            case .array:
                try Finding.require(first == UInt8(ascii: "[") && last == UInt8(ascii: "]"), "an array has no brackets")
                children = node.elements.map(\.range)
                rest += node.elements
            case .string:
                try Finding.require(
                    first == UInt8(ascii: "\"") && last == first && bytes.count > 1,
                    "a string has no quotes"
                )
            case .null, .bool, .number: break
            }
            for child in children {
                try Finding.require(position < child.lowerBound || node.range.isEmpty, "two values overlap")
                position = child.upperBound
            }
            try Finding.require(
                children.isEmpty || position < node.range.upperBound,
                "a value ends after the one around it"
            )
        }
    }
}

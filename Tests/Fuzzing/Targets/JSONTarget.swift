import Rehearsal
import RehearsalDocuments

extension FuzzTarget {
    /// JSON as machines write it (RFC 8259), and as people do, with comments and commas at the end.
    static let json = FuzzTarget("json") { bytes in
        let strict = try JSONReading.read(bytes, options: [])
        let relaxed = try JSONReading.read(bytes, options: [.relaxed, .allowsByteOrderMark])
        if let strict {
            guard let relaxed else { throw Finding("what strict reading takes, relaxed reading refuses") }
            try Finding.unless(
                strict.root.range == relaxed.root.range,
                "strict and relaxed reading differ in the places"
            )
            try Finding.unless(
                strict.root.value == relaxed.root.value,
                "strict and relaxed reading differ in the value"
            )
        }
        guard let document = relaxed else { return }
        try JSONReading.requireNesting(of: document)
        let value = document.root.value
        try Finding.unless(value.isEquivalent(to: value), "a value is not equivalent to itself")
        for isPretty in [false, true] {
            let written = value.bytes(pretty: isPretty)
            let again: JSON
            do throws(JSONSyntaxError) { again = try JSON(parsing: written) } catch {
                throw Finding("what was written is refused: \(error)")
            }
            try Finding.unless(
                again == value && again.isEquivalent(to: value),
                "what was written is read as another value"
            )
            try Finding.unless(again.bytes(pretty: isPretty) == written, "written again, the value has other bytes")
        }
    }
}

private enum JSONReading {
    /// The document, unless it is refused at a place that it has.
    static func read(_ bytes: [UInt8], options: JSONDocument.Options) throws -> JSONDocument? {
        let source = SourceText(path: "fuzz.json", bytes: bytes)
        var diagnostics: [Diagnostic] = []
        let document = source.document(options: options, diagnostics: &diagnostics)
        try Finding.unless(document == nil || diagnostics.isEmpty, "a document is both taken and refused")
        try diagnostics.requirePlaces(in: bytes)
        do throws(JSONSyntaxError) { _ = try JSONDocument(parsing: bytes, options: options) } catch {
            try Finding.unless(document == nil, "one reading takes what the other refuses")
            try Finding.unless(
                0...bytes.count ~= error.offset,
                "byte \(error.offset) is no place in \(bytes.count) bytes"
            )
            let opening = error.opening ?? 0
            try Finding.unless(0...error.offset ~= opening, "byte \(error.offset) is before its opening, \(opening)")
        }
        return document
    }

    /// Every value lies in the one around it, after the one before it, and starts and ends as its kind does.
    static func requireNesting(of document: JSONDocument) throws {
        var rest = [document.root]
        while let node = rest.popLast() {
            let bytes = document.bytes[node.range]
            guard let first = bytes.first, let last = bytes.last else { throw Finding("a value without bytes") }
            var position = node.range.lowerBound
            var children: [Range<Int>] = []
            switch node.kind {
            case .object:
                try Finding.unless(first == UInt8(ascii: "{") && last == UInt8(ascii: "}"), "an object has no braces")
                for member in node.members { children += [member.nameRange, member.value.range] }
                rest += node.members.map(\.value)
            case .array:
                try Finding.unless(first == UInt8(ascii: "[") && last == UInt8(ascii: "]"), "an array has no brackets")
                children = node.elements.map(\.range)
                rest += node.elements
            case .string:
                try Finding.unless(
                    first == UInt8(ascii: "\"") && last == first && bytes.count > 1,
                    "a string has no quotes"
                )
            case .null, .bool, .number: break
            }
            for child in children {
                try Finding.unless(position < child.lowerBound || node.range.isEmpty, "two values overlap")
                position = child.upperBound
            }
            try Finding.unless(
                children.isEmpty || position < node.range.upperBound,
                "a value ends after the one around it"
            )
        }
    }
}

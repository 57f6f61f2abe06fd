/// A parser of JSON documents without recursion: a level of nesting costs an array element, not a stack frame.
struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    let isRelaxed: Bool
    var position = 0
    private(set) var entries: [JSONDocument.Entry] = []
    /// The indices of the open containers, outermost first.
    private var open: [Int] = []
    private var isInObject = false

    init(_ bytes: UnsafeBufferPointer<UInt8>, options: JSONDocument.Options) {
        self.bytes = bytes
        isRelaxed = options.contains(.relaxed)
        if options.contains(.allowsByteOrderMark), bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        entries.reserveCapacity(bytes.count / 16 + 1)
    }

    /// The tokens that the grammar allows next.
    private enum Expected {
        case value, firstElement, element, firstName, name, separator
    }

    mutating func parse() throws(JSONSyntaxError) {
        var expected = Expected.value
        repeat {
            try skipSpace()
            expected = try step(expected)
        } while expected != .separator || !open.isEmpty
        try skipSpace()
        if position < bytes.count { throw unexpected(where: "the document has already ended", fix: "remove it") }
    }

    private mutating func step(_ expected: Expected) throws(JSONSyntaxError) -> Expected {
        guard position < bytes.count else { throw endOfDocument(expected == .value && open.isEmpty) }
        let byte = bytes[position]
        switch expected {
        case .value:
            return try value(byte)
        case .firstElement, .element:
            guard byte == UInt8(ascii: "]") else { return try value(byte) }
            if expected == .element && !isRelaxed { throw trailingComma() }
            return close()
        case .firstName, .name:
            if byte == UInt8(ascii: "\"") { return try name() }
            guard byte == UInt8(ascii: "}") else { throw invalidName() }
            if expected == .name && !isRelaxed { throw trailingComma() }
            return close()
        case .separator:
            return try separator(byte)
        }
    }

    private mutating func separator(_ byte: UInt8) throws(JSONSyntaxError) -> Expected {
        switch byte {
        case UInt8(ascii: ","):
            position += 1
            return isInObject ? .name : .element
        case UInt8(ascii: "}") where isInObject, UInt8(ascii: "]") where !isInObject:
            return close()
        default:
            throw missingSeparator(isInObject: isInObject)
        }
    }

    private mutating func value(_ byte: UInt8) throws(JSONSyntaxError) -> Expected {
        switch byte {
        case UInt8(ascii: "{"): return try open(.object)
        case UInt8(ascii: "["): return try open(.array)
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let start = position
            try scanNumber()
            append(.number, from: start)
        default:
            let start = position
            append(try scanLiteral(), from: start)
        }
        return .separator
    }

    private mutating func name() throws(JSONSyntaxError) -> Expected {
        try string()
        try skipSpace()
        guard position < bytes.count else { throw endOfDocument(false) }
        guard bytes[position] == UInt8(ascii: ":") else {
            throw unexpected(where: #"":" is expected"#, fix: #"write ":" between name and value"#)
        }
        position += 1
        return .value
    }

    private mutating func string() throws(JSONSyntaxError) {
        let start = position
        let hasEscapes = try scanString()
        append(.string, from: start, hasEscapes: hasEscapes)
    }

    private mutating func append(_ kind: JSONDocument.Kind, from start: Int, hasEscapes: Bool = false) {
        entries.append(
            JSONDocument.Entry(
                start: UInt32(truncatingIfNeeded: start),
                end: UInt32(truncatingIfNeeded: position),
                next: UInt32(truncatingIfNeeded: entries.count + 1),
                kind: kind,
                hasEscapes: hasEscapes,
            )
        )
    }

    private mutating func open(_ kind: JSONDocument.Kind) throws(JSONSyntaxError) -> Expected {
        guard open.count < JSONDocument.depthLimit else {
            let limit = JSONDocument.depthLimit
            throw JSONSyntaxError(
                offset: position,
                "more than \(limit) levels of nesting",
                fix: "the limit is \(limit)",
            )
        }
        open.append(entries.count)
        append(kind, from: position)
        position += 1
        isInObject = kind == .object
        return isInObject ? .firstName : .firstElement
    }

    private mutating func close() -> Expected {
        position += 1
        if let index = open.popLast() {
            entries[index].end = UInt32(truncatingIfNeeded: position)
            entries[index].next = UInt32(truncatingIfNeeded: entries.count)
        }
        isInObject = open.last.map { entries[$0].kind == .object } ?? false
        return .separator
    }

    private func endOfDocument(_ isBeforeFirstValue: Bool) -> JSONSyntaxError {
        guard !isBeforeFirstValue else {
            return JSONSyntaxError(offset: position, "the document is empty", fix: "write one value, such as { }")
        }
        let opening = open.last.map { Int(entries[$0].start) }
        let (container, bracket) = isInObject ? ("object", "}") : ("array", "]")
        return JSONSyntaxError(
            offset: position,
            "the document ends inside an \(container)",
            fix: "close it with \"\(bracket)\"",
            opening: opening,
        )
    }
}

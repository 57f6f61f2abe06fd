/// Flow collections (YAML 1.2.2 §7.4).
extension YAMLParser {
    /// Parses a flow collection in a block collection or at the root.
    mutating func flowCollection() throws(JSONSyntaxError) {
        let (base, start) = (frames.count, cursor.position)
        try openFlow()
        while frames.count > base { try flowToken() }
        cursor.skipBlanks()
        if cursor.byte == UInt8(ascii: ":"), cursor.isSpace(after: 1) { throw complexKey(at: start) }
        cursor.position = end
    }

    private mutating func flowToken() throws(JSONSyntaxError) {
        let gap = try cursor.skipSpace()
        guard !cursor.isAtEnd, !cursor.isAtMarker else { throw unclosed() }
        let isClosing = cursor.byte == UInt8(ascii: "]") || cursor.byte == UInt8(ascii: "}")
        // Many documents have the closing bracket at the column of the key, where YAML requires more indentation.
        if gap.startsLine, gap.column < indentation || gap.column == indentation && !isClosing {
            throw cursor.error(
                at: cursor.position,
                "found a line between brackets at column \(gap.column + 1)",
                fix: "indent it by at least \(indentation + 1) spaces",
                opening: frames.last?.start
            )
        }
        switch cursor.byte {
        case UInt8(ascii: "]"), UInt8(ascii: "}"): try closeFlow()
        case UInt8(ascii: ","): try separator()
        case UInt8(ascii: ":") where isColon(afterQuotes: isAfterQuotedKey): try colon()
        case UInt8(ascii: "?") where !cursor.isPlainStart(inFlow: true): try explicitKey()
        case UInt8(ascii: "&"), UInt8(ascii: "!"):
            try requireNodeExpected()
            try pending.read(from: &cursor, handles, inFlow: true)
            end = cursor.position
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            try requireNodeExpected()
            try openFlow()
        default: try flowLeaf()
        }
    }

    private mutating func openFlow() throws(JSONSyntaxError) {
        let properties = pending
        pending = YAMLProperties()
        let kind: Frame.Kind = cursor.byte == UInt8(ascii: "{") ? .flowMapping : .flowSequence
        try push(kind, indentation: indentation, at: cursor.position, properties)
        consume()
    }

    private mutating func consume() {
        cursor.position += 1
        end = cursor.position
    }

    private mutating func closeFlow() throws(JSONSyntaxError) {
        try closePair()
        guard let frame = frames.last else { return }
        let isMapping = frame.kind == .flowMapping
        guard isMapping == (cursor.byte == UInt8(ascii: "}")) else {
            throw cursor.unexpected(
                where: "\(isMapping ? "\"}\"" : "\"]\"") is expected",
                fix: "close the innermost mapping or sequence first",
                opening: frame.start
            )
        }
        if frame.state == .entry, !pending.isEmpty { try appendAbsent() }
        try finishEntry()
        consume()
        try pop()
        guard frames.last?.kind == .flowSequence else { return }
        cursor.skipBlanks()
        if cursor.byte == UInt8(ascii: ":") { throw complexKey(at: frame.start) }
        cursor.position = end
    }

    /// Ends a mapping of one pair in a sequence.
    private mutating func closePair() throws(JSONSyntaxError) {
        guard frames.last?.kind == .flowPair else { return }
        try finishEntry()
        try pop()
    }

    private mutating func separator() throws(JSONSyntaxError) {
        try closePair()
        if frames.last?.state == .entry {
            guard !pending.isEmpty else {
                throw cursor.unexpected(
                    where: "a value is expected",
                    fix: "remove the comma or write a value before it"
                )
            }
            try appendAbsent()
        }
        try finishEntry()
        consume()
        setState(.entry)
    }

    /// Returns whether the colon at the cursor is an indicator.
    private func isColon(afterQuotes: Bool) -> Bool {
        afterQuotes || cursor.isSpace(after: 1) || cursor.byte(after: 1).isYAMLFlowIndicator
    }

    /// Whether a colon follows a key in quotes, and so needs no space after it.
    private var isAfterQuotedKey: Bool {
        guard let frame = frames.last, frame.state == .afterKey, end > 0 else { return false }
        return cursor.bytes[end - 1] == UInt8(ascii: "\"") || cursor.bytes[end - 1] == UInt8(ascii: "'")
    }

    private mutating func colon() throws(JSONSyntaxError) {
        guard let frame = frames.last else { return }
        switch (frame.kind, frame.state) {
        case (_, .afterKey): break
        case (.flowMapping, .entry), (_, .explicitKey):
            end = cursor.position
            try appendAbsent()
        case (.flowSequence, .entry):
            try beginPair(.scalar(.absent(at: cursor.position)))
        default: throw missingSeparator()
        }
        consume()
        setState(.value)
    }

    /// Begins a mapping of one pair in a sequence with its key.
    private mutating func beginPair(_ key: Leaf) throws(JSONSyntaxError) {
        let start = pending.range?.lowerBound ?? key.range.lowerBound
        try push(.flowPair, indentation: indentation, at: start)
        setState(.explicitKey)
        end = key.range.upperBound
        try append(key)
    }

    private mutating func explicitKey() throws(JSONSyntaxError) {
        guard let frame = frames.last, frame.state == .entry else { throw missingSeparator() }
        guard pending.isEmpty else {
            throw cursor.unexpected(where: "a value is expected", fix: "write the anchor or tag after \"?\"")
        }
        if frame.kind == .flowSequence { try push(.flowPair, indentation: indentation, at: cursor.position) }
        consume()
        setState(.explicitKey)
    }

    /// Parses a scalar or an alias.
    private mutating func flowLeaf() throws(JSONSyntaxError) {
        try requireNodeExpected()
        let leaf = try leaf(YAMLCursor.ScalarContext(indentation: indentation, isInFlow: true))
        if frames.last?.kind == .flowSequence {
            cursor.skipBlanks()
            if cursor.byte == UInt8(ascii: ":"), isColon(afterQuotes: leaf.isQuoted) {
                try requireKey(leaf)
                try beginPair(leaf)
                consume()
                return setState(.value)
            }
            cursor.position = end
        }
        try append(leaf)
    }

    private func requireNodeExpected() throws(JSONSyntaxError) {
        switch frames.last?.state {
        case .afterKey, .complete: throw missingSeparator()
        default: break
        }
    }

    private func missingSeparator() -> JSONSyntaxError {
        let isSequence = frames.last?.kind == .flowSequence
        let bracket = frames.last?.kind == .flowMapping ? "\"}\"" : "\"]\""
        let colon = frames.last?.state == .afterKey ? "\":\", " : ""
        return cursor.unexpected(
            where: "\(colon)\",\" or \(bracket) is expected",
            fix: cursor.byte == UInt8(ascii: ":") && isSequence
                ? "write the key and the colon on one line" : "write a comma before it"
        )
    }

    private func unclosed() -> JSONSyntaxError {
        let frame = frames.last { $0.kind != .flowPair }
        let (name, bracket) = frame?.kind == .flowMapping ? ("mapping", "}") : ("sequence", "]")
        return cursor.error(
            at: cursor.isAtEnd ? cursor.bytes.count : cursor.position,
            "the document ends inside a \(name)",
            fix: "close it with \"\(bracket)\"",
            opening: frame?.start
        )
    }
}

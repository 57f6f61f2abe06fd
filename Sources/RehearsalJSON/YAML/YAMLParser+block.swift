/// Block collections (YAML 1.2.2 §8).
extension YAMLParser {
    /// Parses the token at the cursor, and the rest of its flow collection.
    mutating func blockToken(_ gap: YAMLCursor.Gap) throws(JSONSyntaxError) {
        if gap.startsLine {
            try lineStart(gap)
        } else if frames.last?.expectsNode ?? !isRootRead {
            try blockNode(gap)
        } else {
            throw cursor.unexpected(
                where: "the line of a value ends",
                fix: "write it on a new line, or quotes around the whole text"
            )
        }
    }

    /// Parses the first token of a line.
    private mutating func lineStart(_ gap: YAMLCursor.Gap) throws(JSONSyntaxError) {
        while let frame = frames.last, frame.indentation > gap.column || endsBeforeKey(frame, gap) {
            try closeBlock()
        }
        guard let frame = frames.last else {
            guard !isRootRead else { throw afterRoot() }
            return try blockNode(gap)
        }
        guard gap.column == frame.indentation else {
            guard frame.expectsNode else { throw wrongIndentation(frame, gap) }
            return try blockNode(gap)
        }
        if gap.hasTab { throw tab() }
        if frame.kind == .blockMapping {
            try mappingEntry(frame, gap)
        } else {
            guard isIndicator("-") else {
                throw cursor.unexpected(
                    where: "an element of a sequence is expected",
                    fix: "write \"- \" before it, or change its indentation"
                )
            }
            try finishEntry()
            consumeIndicator(.value, allowsBlock: true)
        }
    }

    /// Returns whether a sequence at the column of its mapping ends, because the line begins with a key.
    private func endsBeforeKey(_ frame: Frame, _ gap: YAMLCursor.Gap) -> Bool {
        frame.kind == .blockSequence && frame.indentation == gap.column && !isIndicator("-") && frames.count > 1
            && frames[frames.count - 2].indentation == gap.column
    }

    /// Returns whether the cursor is at an indicator with white space after it.
    private func isIndicator(_ indicator: Unicode.Scalar) -> Bool {
        cursor.byte == UInt8(ascii: indicator) && cursor.isSpace(after: 1)
    }

    private mutating func consumeIndicator(_ state: Frame.State, allowsBlock: Bool) {
        cursor.position += 1
        end = cursor.position
        self.allowsBlock = allowsBlock
        setState(state)
    }

    /// Ends the innermost block collection.
    mutating func closeBlock() throws(JSONSyntaxError) {
        try finishEntry()
        try pop()
    }

    /// Parses the beginning of an entry at the column of a mapping.
    private mutating func mappingEntry(_ frame: Frame, _ gap: YAMLCursor.Gap) throws(JSONSyntaxError) {
        if isIndicator("-"), frame.expectsNode {
            try blockNode(gap)
        } else if isIndicator("?") {
            try finishEntry()
            consumeIndicator(.explicitKey, allowsBlock: true)
        } else if isIndicator(":"), frame.state == .explicitKey || frame.state == .afterKey {
            if frame.state == .explicitKey { try appendAbsent() }
            consumeIndicator(.value, allowsBlock: true)
        } else {
            try finishEntry()
            try implicitKey()
        }
    }

    /// Parses a key and the colon after it.
    private mutating func implicitKey() throws(JSONSyntaxError) {
        let start = cursor.position
        setState(.explicitKey)
        var properties = YAMLProperties()
        let hasKey = try blockProperties(&properties)
        pending = properties
        guard hasKey else {
            throw cursor.error(
                at: start,
                "found an anchor or a tag without a key on its line",
                fix: "indent it more than the key of its value, or write it on the line of its key"
            )
        }
        if !isIndicator(":") {
            if cursor.byte == UInt8(ascii: "[") || cursor.byte == UInt8(ascii: "{") {
                throw complexKey(at: cursor.position)
            }
            let context = YAMLCursor.ScalarContext(indentation: indentation, isInFlow: false, allowsLines: false)
            let leaf = try leaf(context)
            cursor.skipBlanks()
            guard isIndicator(":") else {
                throw cursor.unexpected(
                    where: "\":\" is expected after a key",
                    fix: "write \": \" after the key, or indent the line if it continues a text"
                )
            }
            try requireKey(leaf)
            try append(leaf)
        } else {
            end = cursor.position
            try appendAbsent()
        }
        consumeIndicator(.value, allowsBlock: false)
    }

    /// Consumes anchors and tags.
    ///
    /// - Returns: whether another token is on the line.
    private mutating func blockProperties(_ properties: inout YAMLProperties) throws(JSONSyntaxError) -> Bool {
        while cursor.byte == UInt8(ascii: "&") || cursor.byte == UInt8(ascii: "!") {
            try properties.read(from: &cursor, handles, inFlow: false)
            end = cursor.position
            try cursor.skipLineRest()
        }
        return !cursor.isAtLineEnd
    }

    /// Parses a node that the innermost collection expects, or the first token of its collection.
    private mutating func blockNode(_ gap: YAMLCursor.Gap) throws(JSONSyntaxError) {
        let (start, column) = (cursor.position, cursor.column)
        allowsBlock = gap.startsLine || allowsBlock
        var own = YAMLProperties()
        guard try blockProperties(&own) else { return try pending.add(own, cursor) }
        switch cursor.byte {
        case UInt8(ascii: "-") where isIndicator("-"), UInt8(ascii: "?") where isIndicator("?"):
            let isSequence = cursor.byte == UInt8(ascii: "-")
            try requireBlock(gap, own)
            try pushBlock(isSequence ? .blockSequence : .blockMapping, column, at: start)
            consumeIndicator(isSequence ? .value : .explicitKey, allowsBlock: true)
        case UInt8(ascii: ":") where isIndicator(":"):
            try requireBlock(gap)
            try pushBlock(.blockMapping, column, at: start)
            end = cursor.position
            try appendKey(.scalar(.absent(at: end)), own)
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            try pending.add(own, cursor)
            try flowCollection()
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            try pending.add(own, cursor)
            let scalar = try cursor.blockScalar(inside: indentation, decoded: &tree.decoded)
            end = scalar.range.upperBound
            try append(scalar)
        default:
            let leaf = try leaf(YAMLCursor.ScalarContext(indentation: indentation, isInFlow: false))
            cursor.skipBlanks()
            if isIndicator(":") {
                try requireKey(leaf)
                try requireBlock(gap)
                try pushBlock(.blockMapping, column, at: start)
                try appendKey(leaf, own)
            } else {
                cursor.position = end
                try pending.add(own, cursor)
                try append(leaf)
            }
        }
    }

    /// Begins a block collection with the properties on the lines before it.
    private mutating func pushBlock(
        _ kind: Frame.Kind,
        _ column: Int,
        at start: Int
    ) throws(JSONSyntaxError) {
        let properties = pending
        pending = YAMLProperties()
        try push(kind, indentation: column, at: start, properties)
    }

    /// Appends the first key of a block mapping, and consumes the colon.
    private mutating func appendKey(_ leaf: Leaf, _ properties: YAMLProperties) throws(JSONSyntaxError) {
        setState(.explicitKey)
        pending = properties
        try append(leaf)
        consumeIndicator(.value, allowsBlock: false)
    }

    /// Checks that a block collection may begin at the cursor.
    private func requireBlock(
        _ gap: YAMLCursor.Gap,
        _ properties: YAMLProperties = YAMLProperties()
    ) throws(JSONSyntaxError) {
        if gap.hasTab { throw tab() }
        guard allowsBlock, properties.isEmpty else {
            throw cursor.unexpected(
                where: "a scalar is expected",
                fix: "begin a mapping or a sequence on a new line, or write quotes around the text"
            )
        }
    }

    private func tab() -> JSONSyntaxError {
        cursor.error(
            at: cursor.position,
            "found a tab before \(cursor.bytes.describedToken(at: cursor.position))",
            fix: "indent mappings and sequences with spaces"
        )
    }

    private func afterRoot() -> JSONSyntaxError {
        cursor.unexpected(
            where: "the document has already ended",
            fix: "remove it, indent it, or begin another document with \"---\""
        )
    }

    private func wrongIndentation(_ frame: Frame, _ gap: YAMLCursor.Gap) -> JSONSyntaxError {
        let columns = frames.map { String($0.indentation + 1) }
        return cursor.error(
            at: cursor.position,
            "found a line at column \(gap.column + 1), where no mapping or sequence begins",
            fix: "begin it at column \(columns.suffix(4).joined(separator: ", ")), as in the lines before it",
            opening: frame.start
        )
    }
}

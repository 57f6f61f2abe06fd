/// A parser of YAML documents without recursion: a level of nesting costs an array element, not a stack frame.
///
/// Block collections are found by the columns of their lines. An implicit key is found by the colon after a scalar.
struct YAMLParser {
    var cursor: YAMLCursor
    var tree: YAMLTree
    var handles = YAMLTagHandles()
    /// The open collections, outermost first.
    var frames: [Frame] = []
    /// The properties of the next node.
    var pending = YAMLProperties()
    var isRootRead = false
    /// Whether a block collection may begin on the line of the last token.
    var allowsBlock = false
    /// The end of the last token.
    var end = 0

    /// An open collection.
    struct Frame {
        enum Kind {
            case blockSequence, blockMapping, flowSequence, flowMapping
            /// A mapping of one pair in a flow sequence, as in `[a: b]`.
            case flowPair

            var isMapping: Bool { self != .blockSequence && self != .flowSequence }
        }

        /// A part of an entry.
        enum State {
            /// The next entry may begin.
            case entry
            /// The key after `?` is expected.
            case explicitKey
            /// The key is read, and `:` is expected.
            case afterKey
            /// The value after `:`, or the element after `-`, is expected.
            case value
            /// An entry of a flow collection is read, and `,` is expected.
            case complete
        }

        var kind: Kind
        var state = State.entry
        /// The column of the entries of the block collection; in a flow collection, that of the block around it.
        var indentation: Int
        /// The index of the entry of the collection.
        var index: Int
        /// The offset of the collection.
        var start: Int

        /// Whether the next node is a key.
        var expectsKey: Bool { kind.isMapping && state == .explicitKey || kind == .flowMapping && state == .entry }

        /// Whether a node of a block collection is expected.
        var expectsNode: Bool { state == .explicitKey || state == .value }
    }

    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: YAMLLimits) throws(JSONSyntaxError) {
        cursor = try YAMLCursor(bytes)
        tree = YAMLTree(source: bytes, limits: limits)
    }

    /// The indentation of the innermost block collection; -1 outside.
    var indentation: Int { frames.last?.indentation ?? -1 }

    /// Begins a collection.
    mutating func push(
        _ kind: Frame.Kind,
        indentation: Int,
        at start: Int,
        _ properties: YAMLProperties = YAMLProperties()
    ) throws(JSONSyntaxError) {
        if frames.last?.expectsKey == true { throw complexKey(at: start) }
        guard frames.count < JSONDocument.depthLimit else {
            let limit = JSONDocument.depthLimit
            throw cursor.error(at: start, "more than \(limit) levels of nesting", fix: "the limit is \(limit)")
        }
        let index = try tree.open(kind.isMapping ? .object : .array, at: start, properties)
        frames.append(Frame(kind: kind, indentation: indentation, index: index, start: start))
    }

    /// Ends the innermost collection.
    mutating func pop() throws(JSONSyntaxError) {
        guard let frame = frames.popLast() else { return }
        try tree.close(frame.index, at: end)
        finishNode()
    }

    /// Appends a scalar as a name or a value, with the pending properties.
    mutating func append(_ scalar: YAMLScalar) throws(JSONSyntaxError) {
        if frames.last?.expectsKey == true {
            try tree.appendName(scalar, pending)
        } else {
            try tree.appendValue(scalar, pending)
        }
        pending = YAMLProperties()
        finishNode()
    }

    /// Appends a node without characters, with the pending properties.
    mutating func appendAbsent() throws(JSONSyntaxError) { try append(.absent(at: end)) }

    /// Appends a copy of an anchored node as a name or a value.
    mutating func append(alias name: [UInt8], _ range: Range<Int>) throws(JSONSyntaxError) {
        if frames.last?.expectsKey == true {
            try tree.appendAliasName(name, range)
        } else {
            try tree.appendAlias(name, range, depth: frames.count)
        }
        finishNode()
    }

    /// Updates the state of the collection around a node that was read.
    private mutating func finishNode() {
        guard let frame = frames.last else {
            isRootRead = true
            return
        }
        switch frame.kind {
        case .blockSequence: setState(.entry)
        case .blockMapping: setState(frame.expectsKey ? .afterKey : .entry)
        case .flowSequence: setState(.complete)
        case .flowMapping, .flowPair: setState(frame.expectsKey ? .afterKey : .complete)
        }
    }

    mutating func setState(_ state: Frame.State) { frames[frames.count - 1].state = state }

    /// Appends what is missing of an entry of a mapping or a sequence.
    mutating func finishEntry() throws(JSONSyntaxError) {
        while let frame = frames.last {
            switch frame.state {
            case .entry, .complete: return
            case .explicitKey, .value: try appendAbsent()
            case .afterKey: setState(.value)
            }
        }
    }

    func complexKey(at offset: Int) -> JSONSyntaxError {
        cursor.error(
            at: offset,
            "found a mapping or a sequence as a key",
            fix: "write a scalar key, because JSON has no other keys"
        )
    }
}

extension YAMLParser {
    /// A scalar or an alias.
    enum Leaf {
        case scalar(YAMLScalar)
        case alias([UInt8], Range<Int>)

        var range: Range<Int> {
            switch self {
            case .scalar(let scalar): scalar.range
            case .alias(_, let range): range
            }
        }

        var isMultiline: Bool {
            if case .scalar(let scalar) = self { scalar.isMultiline } else { false }
        }

        var isQuoted: Bool {
            if case .scalar(let scalar) = self { scalar.style == .quoted } else { false }
        }
    }

    /// Consumes a plain or quoted scalar or an alias.
    mutating func leaf(_ context: YAMLCursor.ScalarContext) throws(JSONSyntaxError) -> Leaf {
        let leaf: Leaf
        switch cursor.byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            leaf = .scalar(try cursor.quotedScalar(context, decoded: &tree.decoded))
        case UInt8(ascii: "*"):
            let start = cursor.position
            let name = try YAMLProperties.readName(from: &cursor)
            leaf = .alias(name, start..<cursor.position)
        default:
            guard cursor.isPlainStart(inFlow: context.isInFlow) else { throw invalidStart(context) }
            leaf = .scalar(try cursor.plainScalar(context, decoded: &tree.decoded))
        }
        end = cursor.position
        return leaf
    }

    /// Appends a scalar or an alias with the pending properties.
    mutating func append(_ leaf: Leaf) throws(JSONSyntaxError) {
        switch leaf {
        case .scalar(let scalar): try append(scalar)
        case .alias(let name, let range):
            if let properties = pending.range {
                throw cursor.error(
                    at: properties.lowerBound,
                    "found an anchor or a tag before an alias",
                    fix: "remove it, because the alias has the anchor and the tag of its original"
                )
            }
            try append(alias: name, range)
        }
    }

    /// Checks that a scalar or an alias before a colon can be an implicit key.
    func requireKey(_ leaf: Leaf) throws(JSONSyntaxError) {
        if leaf.isMultiline {
            throw cursor.unexpected(
                where: "a text of several lines ends",
                fix: "write the key on one line, and indent keys of one mapping alike"
            )
        }
        let limit = 1_024
        guard leaf.range.count <= limit || cursor.bytes[leaf.range].count(where: { $0 & 0xC0 != 0x80 }) <= limit else {
            throw cursor.error(
                at: leaf.range.lowerBound,
                "found a key of more than \(limit) characters",
                fix: "write \"?\" before the key and \":\" on a new line"
            )
        }
    }

    private func invalidStart(_ context: YAMLCursor.ScalarContext) -> JSONSyntaxError {
        let fix =
            switch cursor.byte {
            case UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"): "write the text in quotes"
            case UInt8(ascii: "#"): "write a space before a comment, or quotes around the text"
            case UInt8(ascii: "|"), UInt8(ascii: ">"): "write the text in quotes"
            case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","):
                "write a value before it, or the text in quotes"
            case UInt8(ascii: "-") where context.isInFlow: "write elements without \"-\" between brackets"
            default: "write a scalar, or quotes around the text"
            }
        return cursor.unexpected(where: "a value is expected", fix: fix)
    }
}

/// The names and values of a YAML document that is being read.
struct YAMLTree {
    var entries: [JSONDocument.Entry] = []
    /// The text of each entry.
    var slices: [YAMLSlice] = []
    /// The texts that differ from the bytes of the document.
    var decoded: [UInt8] = []
    /// The bytes of the document.
    let source: UnsafeBufferPointer<UInt8>
    let limits: YAMLLimits
    var anchors = YAMLAnchors()
    /// The number of names and values, and the number of bytes of their texts, that aliases have repeated.
    var repeatedNodes = 0
    var repeatedBytes = 0
    /// The number of names and values that merges have moved.
    var movedNodes = 0

    init(source: UnsafeBufferPointer<UInt8>, limits: YAMLLimits) {
        (self.source, self.limits) = (source, limits)
    }

    /// Returns the result of a function of the bytes of a text.
    func withBytes<Result>(_ slice: YAMLSlice, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        guard slice.isDecoded else { return body(UnsafeBufferPointer(rebasing: source[slice.range])) }
        return decoded.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[slice.range])) }
    }

    /// Begins a mapping or a sequence.
    ///
    /// - Returns: the index of its entry.
    mutating func open(
        _ kind: JSONDocument.Kind,
        at start: Int,
        _ properties: YAMLProperties
    ) throws(JSONSyntaxError) -> Int {
        let isMapping = kind == .object
        switch properties.tag {
        case nil, .other, .nonSpecific: break
        case .mapping where isMapping, .sequence where !isMapping: break
        case let tag?:
            throw error(
                properties.range?.lowerBound ?? start,
                "found a \(isMapping ? "mapping" : "sequence") with the tag \(tag.name)",
                fix: "remove the tag, or write a value of its kind"
            )
        }
        let index = entries.count
        if let anchor = properties.anchor { anchors.add(anchor, collectionAt: index) }
        try append(kind, start..<start, .empty)
        // An unfinished collection, which an alias cannot repeat.
        entries[index].next = 0
        return index
    }

    /// Ends a mapping or a sequence.
    mutating func close(_ index: Int, at end: Int) throws(JSONSyntaxError) {
        if entries[index].kind == .object { try finishMapping(index) }
        entries[index].end = UInt32(truncatingIfNeeded: max(end, Int(entries[index].start)))
        entries[index].next = UInt32(truncatingIfNeeded: entries.count)
    }

    /// Appends a name.
    mutating func appendName(_ scalar: YAMLScalar, _ properties: YAMLProperties) throws(JSONSyntaxError) {
        // The kind matters only to an alias of the name, so that a name may be .inf.
        let value = properties.tag == nil && properties.anchor == nil ? .string : try resolve(scalar, properties)
        if let anchor = properties.anchor {
            anchors.add(anchor, YAMLAnchors.Scalar(value: try valueSlice(scalar, value), name: scalar.text))
        }
        let canBeMergeKey = scalar.style == .plain && properties.tag == nil && scalar.text.count == 2
        let isMergeKey = canBeMergeKey && withBytes(scalar.text) { $0.elementsEqual("<<".utf8) }
        try append(.string, scalar.range, scalar.text)
        // Until the mapping is closed, this flag marks its merge key; the texts of YAML documents have no escapes.
        entries[entries.count - 1].hasEscapes = isMergeKey
    }

    /// Appends a scalar value.
    mutating func appendValue(_ scalar: YAMLScalar, _ properties: YAMLProperties) throws(JSONSyntaxError) {
        let (kind, slice) = try valueSlice(scalar, try resolve(scalar, properties))
        if let anchor = properties.anchor {
            anchors.add(anchor, YAMLAnchors.Scalar(value: (kind, slice), name: scalar.text))
        }
        try append(kind, scalar.range, slice)
    }

    private func resolve(
        _ scalar: YAMLScalar,
        _ properties: YAMLProperties
    ) throws(JSONSyntaxError) -> YAMLCoreSchema.Value {
        guard let tag = properties.tag else {
            switch scalar.style {
            case .plain: return withBytes(scalar.text) { YAMLCoreSchema.resolve($0) }
            case .absent: return .null
            case .quoted, .block: return .string
            }
        }
        let value = withBytes(scalar.text) {
            YAMLCoreSchema.resolve($0, as: tag, isAbsent: scalar.style == .absent)
        }
        if let value { return value }
        throw error(
            properties.range?.lowerBound ?? scalar.range.lowerBound,
            "found a scalar that is not valid for the tag \(tag.name)",
            fix: "remove the tag, or write a value of its kind"
        )
    }

    /// Returns the kind of a scalar and its text in JSON.
    private mutating func valueSlice(
        _ scalar: YAMLScalar,
        _ value: YAMLCoreSchema.Value
    ) throws(JSONSyntaxError) -> (JSONDocument.Kind, YAMLSlice) {
        switch value {
        case .null: return (.null, scalar.text)
        case .bool: return (.bool, scalar.text)
        case .string: return (.string, scalar.text)
        case .number(nil): return (.number, scalar.text)
        case .number(let text?):
            let start = decoded.count
            decoded += text
            return (.number, YAMLSlice(start..<decoded.count, isDecoded: true))
        case .notFinite:
            throw error(
                scalar.range.lowerBound,
                "found a number that JSON cannot represent",
                fix: "write a finite number, or quote it"
            )
        case .tooLarge:
            throw error(
                scalar.range.lowerBound,
                "found a number of more than 64 bits",
                fix: "write it in decimal digits, or quote it"
            )
        }
    }

    mutating func append(
        _ kind: JSONDocument.Kind,
        _ range: Range<Int>,
        _ slice: YAMLSlice
    ) throws(JSONSyntaxError) {
        guard entries.count < limits.nodes else { throw tooManyNodes(at: range.lowerBound) }
        entries.append(
            JSONDocument.Entry(
                start: UInt32(truncatingIfNeeded: range.lowerBound),
                end: UInt32(truncatingIfNeeded: range.upperBound),
                next: UInt32(truncatingIfNeeded: entries.count + 1),
                kind: kind
            )
        )
        slices.append(slice)
    }

    func tooManyNodes(at offset: Int) -> JSONSyntaxError {
        error(offset, "more than \(limits.nodes) names and values", fix: "the limit is \(limits.nodes)")
    }

    func error(_ offset: Int, _ problem: String, fix: String) -> JSONSyntaxError {
        JSONSyntaxError(offset: offset, problem, fix: fix, language: .yaml)
    }
}

extension JSONDocument {
    /// Parses bytes that contain exactly one YAML document (YAML 1.2.2, core schema).
    ///
    /// The result differs from a JSON document in these respects:
    /// - The range of a collection without brackets ends with its last value. A value without characters, as in `key:`,
    ///   has an empty range.
    /// - A scalar key is a name with the text of the key, so that `200:` has the name `200`. Other keys are rejected.
    /// - A number has the text of its source if that is valid in JSON; otherwise its decimal digits.
    /// - A name may occur once in a mapping.
    /// - An alias is a copy of the value of its anchor. The merge key `<<` is replaced by the members of its value.
    /// - Tags outside the core schema have no effect on collections, and make a scalar a string.
    ///
    /// In contrast to YAML, the line of a closing bracket may have the indentation of the line of its key or dash.
    ///
    /// - Throws: an error with the first mistake and its byte offset.
    package init(yaml bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) throws(JSONSyntaxError) {
        var documents = try Self.yamlDocuments(in: bytes, limits: limits, allowsSeveral: false)
        guard let document = documents.popLast() else {
            throw JSONSyntaxError(
                offset: bytes.count,
                "the document is empty",
                fix: "write one value",
                language: .yaml
            )
        }
        self = document
    }

    /// Parses bytes that contain any number of YAML documents.
    ///
    /// - Throws: an error with the first mistake and its byte offset.
    static func yamlDocuments(
        in bytes: [UInt8],
        limits: YAMLLimits = YAMLLimits()
    ) throws(JSONSyntaxError) -> [JSONDocument] {
        try yamlDocuments(in: bytes, limits: limits, allowsSeveral: true)
    }

    private static func yamlDocuments(
        in bytes: [UInt8],
        limits: YAMLLimits,
        allowsSeveral: Bool
    ) throws(JSONSyntaxError) -> [JSONDocument] {
        let limit = min(limits.bytes, 1 << 30)
        guard bytes.count <= limit else {
            throw JSONSyntaxError(
                offset: 0,
                "the document has \(bytes.count) bytes",
                fix: "the limit is \(limit) bytes",
                language: .yaml
            )
        }
        return try bytes.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) -> [JSONDocument] in
            var documents: [JSONDocument] = []
            var parser = try YAMLParser(buffer, limits: limits)
            while let tree = try parser.nextDocument() {
                let texts = YAMLTexts(slices: tree.slices, decoded: tree.decoded)
                documents.append(JSONDocument(bytes: bytes, entries: tree.entries, texts: texts))
                if !allowsSeveral { try parser.requireEnd() }
            }
            return documents
        }
    }
}

/// The anchor and the tag before a node (YAML 1.2.2 §6.9).
struct YAMLProperties {
    var anchor: [UInt8]?
    var tag: YAMLTag?
    /// The bytes from the first property to the end of the last; nil if there is none.
    var range: Range<Int>?

    var isEmpty: Bool { range == nil }

    /// Consumes an anchor or a tag.
    mutating func read(
        from cursor: inout YAMLCursor,
        _ handles: YAMLTagHandles,
        inFlow: Bool
    ) throws(JSONSyntaxError) {
        let start = cursor.position
        if cursor.byte == UInt8(ascii: "&") {
            guard anchor == nil else {
                throw cursor.unexpected(where: "the value already has an anchor", fix: "remove one of the anchors")
            }
            anchor = try Self.readName(from: &cursor)
        } else {
            guard tag == nil else {
                throw cursor.unexpected(where: "the value already has a tag", fix: "remove one of the tags")
            }
            tag = try Self.readTag(from: &cursor, handles)
        }
        guard cursor.isSpace(after: 0) || inFlow && cursor.byte.isYAMLFlowIndicator else {
            throw cursor.unexpected(where: "an anchor or a tag ends", fix: "write a space before it")
        }
        range = (range?.lowerBound ?? start)..<cursor.position
    }

    /// Adds properties that are nearer to the node.
    mutating func add(_ other: YAMLProperties, _ cursor: YAMLCursor) throws(JSONSyntaxError) {
        guard let otherRange = other.range else { return }
        guard anchor == nil || other.anchor == nil, tag == nil || other.tag == nil else {
            throw cursor.error(
                at: otherRange.lowerBound,
                "found a second anchor or tag of a value",
                fix: "remove one of them"
            )
        }
        anchor = anchor ?? other.anchor
        tag = tag ?? other.tag
        range = (range?.lowerBound ?? otherRange.lowerBound)..<otherRange.upperBound
    }

    /// Consumes `&` or `*`, and returns the name after it.
    static func readName(from cursor: inout YAMLCursor) throws(JSONSyntaxError) -> [UInt8] {
        cursor.position += 1
        let start = cursor.position
        while !cursor.isSpace(after: 0), !cursor.byte.isYAMLFlowIndicator { cursor.position += 1 }
        guard cursor.position > start else {
            throw cursor.unexpected(where: "an anchor needs a name", fix: "write it as in &name and *name")
        }
        try cursor.requirePrintable(start..<cursor.position)
        return Array(cursor.bytes[start..<cursor.position])
    }

    private static func readTag(
        from cursor: inout YAMLCursor,
        _ handles: YAMLTagHandles
    ) throws(JSONSyntaxError) -> YAMLTag {
        let start = cursor.position
        cursor.position += 1
        if cursor.byte == UInt8(ascii: "<") { return try readVerbatimTag(from: &cursor) }
        var handle = [UInt8(ascii: "!")]
        let handleStart = cursor.position
        while cursor.byte.isAlphanumeric || cursor.byte == UInt8(ascii: "-") { cursor.position += 1 }
        if cursor.byte == UInt8(ascii: "!") {
            handle += cursor.bytes[handleStart...cursor.position]
            cursor.position += 1
        } else {
            cursor.position = handleStart
        }
        let suffix = try readTagCharacters(from: &cursor, allowsIndicators: false)
        if suffix.isEmpty {
            if handle.count == 1 { return .nonSpecific }
            throw cursor.unexpected(where: "a tag needs a name after its handle", fix: "write it as in !!str")
        }
        guard let tag = handles.tag(handle, suffix: suffix) else {
            let text = String(decoding: handle, as: UTF8.self)
            throw cursor.error(
                at: start,
                "found the unknown tag handle \(text.quoted)",
                fix: "declare it with \"%TAG\" before this document, or use one of \"!\" and \"!!\""
            )
        }
        return tag
    }

    private static func readVerbatimTag(from cursor: inout YAMLCursor) throws(JSONSyntaxError) -> YAMLTag {
        cursor.position += 1
        let name = try readTagCharacters(from: &cursor, allowsIndicators: true)
        guard cursor.byte == UInt8(ascii: ">"), !name.isEmpty else {
            throw cursor.unexpected(
                where: "a tag in \"!<\" continues",
                fix: "write it as in \"!<tag:yaml.org,2002:str>\""
            )
        }
        cursor.position += 1
        return YAMLTag(name: String(decoding: name, as: UTF8.self))
    }

    /// Consumes the characters of a tag, with percent-encoding decoded.
    ///
    /// - Parameter allowsIndicators: Whether `!` and flow indicators are part of the tag.
    static func readTagCharacters(
        from cursor: inout YAMLCursor,
        allowsIndicators: Bool
    ) throws(JSONSyntaxError) -> [UInt8] {
        var decoded: [UInt8] = []
        while true {
            switch cursor.byte {
            case UInt8(ascii: "%"):
                guard let high = cursor.byte(after: 1).hexValue, let low = cursor.byte(after: 2).hexValue else {
                    throw cursor.unexpected(
                        where: "\"%\" needs two hexadecimal digits in a tag",
                        fix: "write it as in \"%21\""
                    )
                }
                decoded.append(high << 4 | low)
                cursor.position += 3
            case let byte where byte.isAlphanumeric(or: "-#;/?:@&=+$_.~*'()"),
                let byte where allowsIndicators && byte.isAlphanumeric(or: "!,[]"):
                decoded.append(byte)
                cursor.position += 1
            default: return decoded
            }
        }
    }
}

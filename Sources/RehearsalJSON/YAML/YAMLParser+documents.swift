/// Documents and their directives (YAML 1.2.2 §6.8, §9).
extension YAMLParser {
    /// Parses the next document; nil at the end.
    mutating func nextDocument() throws(JSONSyntaxError) -> YAMLTree? {
        guard try startDocument() else { return nil }
        tree = YAMLTree(source: tree.source, limits: tree.limits)
        pending = YAMLProperties()
        isRootRead = false
        while true {
            let gap = try cursor.skipSpace()
            if cursor.isAtEnd || cursor.isAtMarker { break }
            try blockToken(gap)
        }
        while !frames.isEmpty { try closeBlock() }
        if !isRootRead { try appendAbsent() }
        return tree
    }

    /// Checks that no other document follows.
    mutating func requireEnd() throws(JSONSyntaxError) {
        guard try startDocument() else { return }
        cursor.returnToLineStart()
        throw cursor.error(
            at: cursor.position,
            "found a second document",
            fix: "remove it, or write it in a file of its own"
        )
    }

    /// Moves to the content of the next document.
    ///
    /// - Returns: false at the end.
    private mutating func startDocument() throws(JSONSyntaxError) -> Bool {
        handles = YAMLTagHandles()
        var directive: Int?
        var hasVersion = false
        while true {
            cursor.skipByteOrderMark()
            let gap = try cursor.skipSpace()
            if cursor.isAtMarker, cursor.byte == UInt8(ascii: "-") {
                cursor.position += 3
                (end, allowsBlock) = (cursor.position, false)
                return true
            } else if cursor.isAtLineStart, cursor.byte == UInt8(ascii: "%") {
                directive = directive ?? cursor.position
                try readDirective(&hasVersion)
            } else if let directive {
                throw cursor.error(
                    at: directive,
                    "found a directive without a document",
                    fix: "write \"---\" on a line after the directives"
                )
            } else if cursor.isAtEnd {
                return false
            } else if cursor.isAtMarker {
                cursor.position += 3
                try requireLineEnd(where: "the line of a document end marker ends")
            } else {
                guard gap.startsLine else {
                    throw cursor.unexpected(where: "the line ends", fix: "write it on a new line")
                }
                cursor.returnToLineStart()
                end = cursor.position
                return true
            }
        }
    }

    private mutating func requireLineEnd(where expectation: String) throws(JSONSyntaxError) {
        try cursor.skipLineRest()
        guard cursor.isAtLineEnd else { throw cursor.unexpected(where: expectation, fix: "remove it") }
    }

    private mutating func readDirective(_ hasVersion: inout Bool) throws(JSONSyntaxError) {
        let start = cursor.position
        cursor.position += 1
        let name = word()
        cursor.skipBlanks()
        if name.elementsEqual("YAML".utf8) {
            if hasVersion {
                throw cursor.error(at: start, "found a second %YAML directive", fix: "remove it")
            }
            hasVersion = true
            try readVersion()
        } else if name.elementsEqual("TAG".utf8) {
            try readTagDirective(from: start)
        } else {
            // Other directives are reserved, and a processor ignores them.
            while !cursor.isAtLineEnd { cursor.position += 1 }
        }
        try requireLineEnd(where: "the line of a directive ends")
    }

    /// Consumes the characters up to white space.
    private mutating func word() -> Slice<UnsafeBufferPointer<UInt8>> {
        let start = cursor.position
        while !cursor.isSpace(after: 0) { cursor.position += 1 }
        return cursor.bytes[start..<cursor.position]
    }

    private mutating func readVersion() throws(JSONSyntaxError) {
        let start = cursor.position
        while cursor.byte.isDigit { cursor.position += 1 }
        let major = cursor.bytes[start..<cursor.position]
        guard cursor.byte == UInt8(ascii: "."), cursor.byte(after: 1).isDigit else {
            throw cursor.unexpected(where: "a version continues", fix: "write \"%YAML 1.2\"")
        }
        cursor.position += 1
        while cursor.byte.isDigit { cursor.position += 1 }
        guard cursor.isSpace(after: 0) else {
            throw cursor.unexpected(where: "a version ends", fix: "write a space before it, or remove it")
        }
        guard major.elementsEqual("1".utf8) else {
            throw cursor.error(at: start, "found another version of YAML than 1", fix: "write \"%YAML 1.2\"")
        }
    }

    private mutating func readTagDirective(from start: Int) throws(JSONSyntaxError) {
        let handle = word()
        let isValid =
            handle.first == UInt8(ascii: "!") && handle.last == UInt8(ascii: "!")
            && handle.dropFirst().dropLast().allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
        guard isValid else {
            throw cursor.error(
                at: handle.startIndex,
                "found no valid tag handle after %TAG",
                fix: "write it as in \"%TAG !e! tag:example.com,2000:\""
            )
        }
        cursor.skipBlanks()
        let prefix = try YAMLProperties.readTagCharacters(from: &cursor, allowsIndicators: true)
        guard !prefix.isEmpty, cursor.isSpace(after: 0) else {
            throw cursor.unexpected(
                where: "a tag prefix continues",
                fix: "write it as in \"%TAG !e! tag:example.com,2000:\""
            )
        }
        guard handles.add(Array(handle), prefix: prefix) else {
            throw cursor.error(at: start, "found a second %TAG directive for one handle", fix: "remove it")
        }
    }
}

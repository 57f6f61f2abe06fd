extension JSONParser {
    /// Returns an error about the token at the position: `found "x" where …: …`.
    func unexpected(where expectation: String, fix: String) -> JSONSyntaxError {
        JSONSyntaxError(offset: position, "found \(found) where \(expectation)", fix: fix)
    }

    func trailingComma() -> JSONSyntaxError {
        unexpected(where: "a name or value must follow a comma", fix: "remove the comma before it")
    }

    func invalidName() -> JSONSyntaxError {
        if bytes[position] == UInt8(ascii: ",") {
            return unexpected(where: "a name is expected", fix: "remove the comma")
        }
        return unexpected(where: "a name is expected", fix: #"write names in double quotes, as in "name""#)
    }

    func invalidValue() -> JSONSyntaxError {
        let fix =
            switch bytes[position] {
            case UInt8(ascii: "'"): "write strings in double quotes"
            case UInt8(ascii: "/"): "remove it, comments are not part of JSON"
            case UInt8(ascii: ","): "remove the comma or write a value before it"
            case UInt8(ascii: "+"): "write numbers without a plus sign"
            case UInt8(ascii: "."): "write numbers with a digit before the point"
            case UInt8(ascii: "]"), UInt8(ascii: "}"): "write a value before it"
            case 0xEF where bytes[position...].starts(with: [0xEF, 0xBB, 0xBF]):
                "save the document without a byte order mark"
            case 0: "save the document as UTF-8 text"
            default: "write a string in double quotes, a number, true, false, null, { or ["
            }
        return unexpected(where: "a value is expected", fix: fix)
    }

    func missingSeparator(isInObject: Bool) -> JSONSyntaxError {
        let expectation = isInObject ? #""," or "}" is expected"# : #""," or "]" is expected"#
        switch bytes[position] {
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            return unexpected(where: expectation, fix: "close the innermost object or array first")
        case UInt8(ascii: "/"):
            return unexpected(where: expectation, fix: "remove it, comments are not part of JSON")
        default:
            return unexpected(where: expectation, fix: "write a comma before it")
        }
    }

    func unclosedString(from start: Int) -> JSONSyntaxError {
        JSONSyntaxError(
            offset: bytes.count,
            "the document ends inside a string",
            fix: "close it with a double quote",
            opening: start,
        )
    }

    func controlCharacter(in start: Int) -> JSONSyntaxError {
        let isLineEnd = bytes[position] == 0x0A || bytes[position] == 0x0D
        var error = unexpected(
            where: "a string continues",
            fix: isLineEnd
                ? #"close the string with a double quote, or write "\n" for a line end"#
                : #"write it as an escape, such as "\t" or "\u0000""#,
        )
        error.opening = start
        return error
    }

    /// The description of the token at the position, for a message.
    private var found: String { bytes.describedToken(at: position) }
}

/// A syntax error of a JSON or YAML document.
package struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The offset of the first invalid byte; the number of bytes if the document ends too early.
    package var offset: Int
    /// A description of the mistake.
    package var problem: String
    /// The correction.
    package var fix: String
    /// The offset of the unclosed object, array, string or comment.
    package var opening: Int?
    /// The language of the document.
    package var language: Language

    /// A language of documents.
    package enum Language: String, Sendable {
        case json = "JSON"
        case yaml = "YAML"
    }

    package init(
        offset: Int,
        _ problem: String,
        fix: String,
        opening: Int? = nil,
        language: Language = .json,
    ) {
        self.offset = offset
        self.problem = problem
        self.fix = fix
        self.opening = opening
        self.language = language
    }

    /// The mistake and its correction.
    package var message: String { "\(problem): \(fix)" }

    package var description: String { "not \(language.rawValue) at byte \(offset): \(message)" }
}

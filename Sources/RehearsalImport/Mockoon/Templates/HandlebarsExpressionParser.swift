import Rehearsal

/// A parser for the content of a tag, such as `faker 'number.int' min=1 max=(int 5 9)`.
struct HandlebarsExpressionParser {
    typealias Template = HandlebarsTemplate

    private let characters: [Character]
    private var position = 0
    private var depth = 0
    private let source: String

    init(_ tag: HandlebarsTag) { (characters, source) = (Array(tag.inner), tag.source) }

    /// Parses the tag, and returns its expression and its block parameters.
    mutating func parse() throws(Template.Malformed) -> (expression: Template.Expression, names: [String]) {
        skipSpace()
        guard position < characters.count else { throw malformed("the tag is empty") }
        let isValue = ["'", "\"", "("].contains(characters[position])
        let expression = isValue ? try value() : .call(try call())
        let names = try names()
        guard position == characters.count else { throw malformed("unexpected \(rest.quoted)") }
        return (expression, names)
    }

    private var rest: String { String(characters[position...].prefix(40)) }

    private func malformed(_ problem: String) -> Template.Malformed {
        Template.Malformed(source: source, problem: problem)
    }

    private mutating func skipSpace() {
        while position < characters.count, characters[position].isWhitespace { position += 1 }
    }

    /// Parses block parameters such as `as |item index|`.
    private mutating func names() throws(Template.Malformed) -> [String] {
        skipSpace()
        guard position < characters.count, characters[position] == "|" else { return [] }
        guard let end = characters[(position + 1)...].firstIndex(of: "|") else {
            throw malformed("a closing \"|\" is missing")
        }
        let names = String(characters[(position + 1)..<end]).split { $0.isWhitespace }.map(String.init)
        position = end + 1
        skipSpace()
        return names
    }

    private mutating func call() throws(Template.Malformed) -> Template.Call {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 30 else { throw malformed("parentheses nest deeper than 30 levels") }
        skipSpace()
        let name = word()
        guard !name.isEmpty else { throw malformed("the name of a helper is missing") }
        var call = Template.Call(name: name)
        while true {
            skipSpace()
            guard position < characters.count, ![")", "|"].contains(characters[position]) else { return call }
            let start = position
            let option = word()
            if option == "as", position < characters.count, rest.drop(while: { $0.isWhitespace }).first == "|" {
                return call
            }
            if !option.isEmpty, position < characters.count, characters[position] == "=" {
                position += 1
                call.options.append(Template.Option(name: option, value: try value()))
            } else {
                position = start
                call.arguments.append(try value())
            }
        }
    }

    private mutating func value() throws(Template.Malformed) -> Template.Expression {
        skipSpace()
        guard position < characters.count else { throw malformed("a value is missing") }
        switch characters[position] {
        case "(":
            position += 1
            let call = try call()
            skipSpace()
            guard position < characters.count, characters[position] == ")" else {
                throw malformed("a parenthesis is not closed")
            }
            position += 1
            return .call(call)
        case "'", "\"": return .literal(.string(try text()))
        default:
            let word = word()
            guard !word.isEmpty else { throw malformed("unexpected \(rest.quoted)") }
            return Self.literal(word).map { .literal($0) } ?? .name(word)
        }
    }

    private static func literal(_ word: String) -> JSON? {
        switch word {
        case "true": return true
        case "false": return false
        case "null", "undefined": return .null
        default:
            guard let first = word.first, first == "-" || first.isNumber,
                case .number? = try? JSON(parsing: Array(word.utf8))
            else { return nil }
            return .number(JSON.Number(text: word))
        }
    }

    /// Parses a quoted text, in which a backslash escapes the quote.
    private mutating func text() throws(Template.Malformed) -> String {
        let quote = characters[position]
        position += 1
        var text = ""
        while position < characters.count {
            let character = characters[position]
            position += 1
            if character == quote {
                guard text.last == "\\" else { return text }
                text.removeLast()
            }
            text.append(character)
        }
        throw malformed("a text in quotes is not closed")
    }

    /// Returns the next name, number or keyword; empty if there is none.
    private mutating func word() -> String {
        let start = position
        while position < characters.count {
            let character = characters[position]
            if character == "[", let end = characters[position...].firstIndex(of: "]") {
                position = end + 1
                continue
            }
            if character.isWhitespace || "()=|'\"".contains(character) { break }
            position += 1
        }
        return String(characters[start..<position])
    }
}

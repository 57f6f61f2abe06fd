import Rehearsal

/// Text with Handlebars in it, as a template of ours.
struct TemplateTranslation {
    /// What stands in a pair of braces, split into words; a text in quotes is one word, with its quotes.
    struct Tag {
        /// As it was written, with its braces.
        var text: String
        var words: [String]

        /// The value of `name=value` among the words, without quotes.
        func option(_ name: String) -> String? {
            words.first { $0.hasPrefix("\(name)=") }.map { Self.unquoted(String($0.dropFirst(name.count + 1))) }
        }

        /// The names of its options.
        var optionNames: [String] {
            words.dropFirst().compactMap { word in
                guard let sign = word.firstIndex(of: "="), word.first?.isLetter == true else { return nil }
                return String(word[..<sign])
            }
        }

        /// A word without the quotes around it.
        static func unquoted(_ word: String) -> String {
            guard let quote = word.first, quote == "'" || quote == "\"", word.count > 1, word.last == quote else {
                return word
            }
            return String(word.dropFirst().dropLast())
        }
    }

    /// What our braces hold in place of a tag.
    enum Meaning {
        /// `path.id`, without its braces.
        case expression(String)
        /// The same several times, each with braces of its own.
        case repeated(String, Int)
        case text(String)
    }

    /// The text of the template.
    private(set) var text = ""
    /// The tags that nothing of ours says, each once.
    private(set) var unknown: [String] = []
    private var seen: Set<String> = []

    /// - Parameter meaning: of a tag; nil where there is none.
    init(_ source: String, _ meaning: (Tag) -> Meaning?) {
        var rest = Substring(source)
        while let opening = rest.firstRange(of: "{{") {
            text += rest[..<opening.lowerBound]
            let body = rest[opening.upperBound...]
            let isTriple = body.first == "{"
            let closing = isTriple ? "}}}" : "}}"
            guard let end = body.firstRange(of: closing) else {
                text += Self.literal(String(rest[opening.lowerBound...]))
                return
            }
            let whole = String(rest[opening.lowerBound..<end.upperBound])
            let inner = body[..<end.lowerBound].dropFirst(isTriple ? 1 : 0)
            append(Tag(text: whole, words: Self.words(inner)), meaning)
            rest = rest[end.upperBound...]
        }
        text += rest
    }

    private mutating func append(_ tag: Tag, _ meaning: (Tag) -> Meaning?) {
        // A comment says nothing.
        if tag.words.first?.hasPrefix("!") == true { return }
        switch meaning(tag) {
        case .expression(let expression)?:
            let candidate = "{{\(expression)}}"
            if (try? Template(candidate)) != nil {
                text += candidate
                return
            }
        case .repeated(let expression, let count)?:
            text += String(repeating: "{{\(expression)}}", count: count)
            return
        case .text(let literal)?:
            text += Self.literal(literal)
            return
        case nil: break
        }
        text += Self.literal(tag.text)
        if seen.insert(tag.text).inserted { unknown.append(tag.text) }
    }

    /// A text whose braces stand for themselves.
    static func literal(_ text: String) -> String {
        guard Template.isTemplate(text) else { return text }
        return text.replacing("{{", with: #"{{ "{{" }}"#)
    }

    /// A document whose braces stand for themselves.
    static func literal(_ json: JSON) -> JSON { json.mappingTexts(literal) }

    private static func words(_ text: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        var depth = 0
        for character in text.drop(while: { $0 == "~" || $0 == "&" }) {
            if let open = quote {
                word.append(character)
                if character == open { quote = nil }
                continue
            }
            switch character {
            case "'", "\"":
                quote = character
                word.append(character)
            case "(", ")":
                depth += character == "(" ? 1 : -1
                word.append(character)
            case " ", "\t", "\n", "\r\n", "\r":
                if depth > 0 { word.append(character) } else if !word.isEmpty { words.append(word); word = "" }
            case "~" where word.isEmpty: break
            default: word.append(character)
            }
        }
        if !word.isEmpty { words.append(word) }
        return words
    }
}

/// Expressions that a template of a scenario holds between its braces.
enum TemplateExpression {
    /// A part of the request or of the state by its name: `query.q`; nil for a name that no expression can hold.
    static func part(_ kind: String, _ name: some StringProtocol) -> String? {
        name.isEmpty || name.contains(where: { " |}'\"".contains($0) }) ? nil : "\(kind).\(name)"
    }

    /// The value at the one place of the body that a JSONPath names; nil for a path to several values.
    static func place(_ path: String) -> String? {
        JSONPathTranslation.pointer(path).flatMap { part("body", $0.text) }
    }

    /// A random number between two bounds, which may be drawn as well; nil where a bound is missing.
    static func random(_ lower: Int?, _ upper: Int?) -> String? {
        guard let lower, let upper, lower <= upper else { return nil }
        return "random \(lower) \(upper)"
    }

    /// What stands after `now` for a moment so many units from it: ` + 3d`.
    static func shift(_ count: Int, _ unit: String) -> String {
        " \(count < 0 ? "-" : "+") \(count.magnitude)\(unit)"
    }

    /// The filters that write a moment as a format of Java and JavaScript does.
    static let timeFilters = [
        "yyyy-MM-dd": " | date", "yyyy-MM-dd'T'HH:mm:ss'Z'": " | iso", "yyyy-MM-dd'T'HH:mm:ssX": " | iso",
        "yyyy-MM-dd'T'HH:mm:ssXXX": " | iso", "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'": " | iso-ms",
        "yyyy-MM-dd'T'HH:mm:ss.SSSXXX": " | iso-ms",
    ]
}

/// Puts templates of ours in place of Handlebars, in texts and documents of an imported file.
struct TemplateFilling {
    let meaning: (TemplateTranslation.Tag) -> TemplateTranslation.Meaning?
    /// Reports a tag that nothing of ours says.
    let tell: (ImportValue, _ problem: String) -> Void

    func text(_ text: String, at value: ImportValue) -> String {
        let translation = TemplateTranslation(text, meaning)
        for tag in translation.unknown.prefix(20) { tell(value, "no template says \(tag.quoted)") }
        return translation.text
    }

    func json(_ json: JSON, at value: ImportValue) -> JSON { json.mappingTexts { text($0, at: value) } }
}

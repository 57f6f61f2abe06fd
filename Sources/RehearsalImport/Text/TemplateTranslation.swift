import Rehearsal

/// A translation of a Handlebars template to a scenario template.
struct TemplateTranslation {
    /// The content of a pair of braces, split into words. A quoted text is one word including its quotes.
    struct Tag {
        /// The tag as it was written, with its braces.
        var text: String
        var words: [String]

        /// Returns the value of an option `name=value` without quotes.
        func option(_ name: String) -> String? {
            words.first { $0.hasPrefix("\(name)=") }.map { Self.unquoted(String($0.dropFirst(name.count + 1))) }
        }

        var optionNames: [String] {
            words.dropFirst().compactMap { word in
                guard let sign = word.firstIndex(of: "="), word.first?.isLetter == true else { return nil }
                return String(word[..<sign])
            }
        }

        /// Returns a word without surrounding quotes.
        static func unquoted(_ word: String) -> String {
            guard let quote = word.first, quote == "'" || quote == "\"", word.count > 1, word.last == quote else {
                return word
            }
            return String(word.dropFirst().dropLast())
        }
    }

    /// The translation of a tag.
    enum Translation {
        /// An expression without its braces, such as `path.id`.
        case expression(String)
        /// An expression that is repeated a number of times, each time in its own braces.
        case repeated(String, Int)
        case text(String)
    }

    private(set) var text = ""
    /// The tags without a translation, each once.
    private(set) var unknown: [String] = []
    private var seenTags: Set<String> = []

    /// - Parameter translate: A closure that translates a tag. Returns nil for a tag without a translation.
    init(_ source: String, _ translate: (Tag) -> Translation?) {
        var rest = Substring(source)
        while let opening = rest.firstRange(of: "{{") {
            text += rest[..<opening.lowerBound]
            let body = rest[opening.upperBound...]
            let isTriple = body.first == "{"
            let closing = isTriple ? "}}}" : "}}"
            guard let end = body.firstRange(of: closing) else {
                text += Self.escapingBraces(String(rest[opening.lowerBound...]))
                return
            }
            let tagText = String(rest[opening.lowerBound..<end.upperBound])
            let inner = body[..<end.lowerBound].dropFirst(isTriple ? 1 : 0)
            append(Tag(text: tagText, words: Self.words(inner)), translate)
            rest = rest[end.upperBound...]
        }
        text += rest
    }

    private mutating func append(_ tag: Tag, _ translate: (Tag) -> Translation?) {
        // A comment has no output.
        if tag.words.first?.hasPrefix("!") == true { return }
        switch translate(tag) {
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
            text += Self.escapingBraces(literal)
            return
        case nil: break
        }
        text += Self.escapingBraces(tag.text)
        if seenTags.insert(tag.text).inserted { unknown.append(tag.text) }
    }

    /// Returns a text with its braces escaped.
    static func escapingBraces(_ text: String) -> String {
        guard Template.isTemplate(text) else { return text }
        return text.replacing("{{", with: #"{{ "{{" }}"#)
    }

    /// Returns a document with the braces in its strings escaped.
    static func escapingBraces(_ json: JSON) -> JSON { json.mappingTexts(escapingBraces) }

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

/// Functions that return expressions of scenario templates.
enum TemplateExpression {
    /// Returns the expression for a part of the request or the state, such as `query.q`; nil if an expression cannot
    /// contain the name.
    static func part(_ kind: String, _ name: some StringProtocol) -> String? {
        name.isEmpty || name.contains(where: { " |}'\"".contains($0) }) ? nil : "\(kind).\(name)"
    }

    /// Returns the expression for a value in the body; nil if the path may select several values.
    static func bodyValue(_ path: String) -> String? {
        JSONPathTranslation.pointer(path).flatMap { part("body", $0.text) }
    }

    /// Returns the expression for a random integer between two inclusive bounds; nil if a bound is missing.
    static func random(_ lower: Int?, _ upper: Int?) -> String? {
        guard let lower, let upper, lower <= upper else { return nil }
        return "random \(lower) \(upper)"
    }

    /// Returns the offset after `now`, such as ` + 3d`.
    static func shift(_ count: Int, _ unit: String) -> String {
        " \(count < 0 ? "-" : "+") \(count.magnitude)\(unit)"
    }

    /// The filters for date formats of Java and JavaScript.
    static let timeFilters = [
        "yyyy-MM-dd": " | date", "yyyy-MM-dd'T'HH:mm:ss'Z'": " | iso", "yyyy-MM-dd'T'HH:mm:ssX": " | iso",
        "yyyy-MM-dd'T'HH:mm:ssXXX": " | iso", "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'": " | iso-ms",
        "yyyy-MM-dd'T'HH:mm:ss.SSSXXX": " | iso-ms",
    ]
}

/// A converter from Handlebars to scenario templates, for texts and documents of an imported file.
struct TemplateConverter {
    let translate: (TemplateTranslation.Tag) -> TemplateTranslation.Translation?
    /// A closure that reports a tag without a translation.
    let report: (ImportValue, _ problem: String) -> Void

    func text(_ text: String, at value: ImportValue) -> String {
        let translation = TemplateTranslation(text, translate)
        for tag in translation.unknown.prefix(20) { report(value, "templates have no equivalent of \(tag.quoted)") }
        return translation.text
    }

    func json(_ json: JSON, at value: ImportValue) -> JSON { json.mappingTexts { text($0, at: value) } }
}

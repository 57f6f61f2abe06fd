import Rehearsal

/// A text that satisfies the length, the format and the patterns of a schema.
struct StringExample {
    private let length: ClosedRange<Int>
    private let patterns: [JSON.Pattern]
    private let format: StringFormat?
    /// The number of earlier attempts.
    private let variation: Int

    /// The length after which no text is written.
    private static let maximumLength = 1 << 16

    init(_ schema: SchemaConjunction, _ variation: Int) {
        length = schema.minLength...max(schema.minLength, schema.maxLength)
        // The validator ignores patterns that are not supported, too.
        patterns = schema.patterns.compactMap { try? JSON.Pattern(ecmaScript: $0) }
        format = schema.formats.lazy.compactMap { StringFormat(rawValue: $0) }.first
        self.variation = variation
    }

    /// Returns the text; nil if none was found.
    func value(_ random: inout RandomSource) -> JSON? {
        guard length.lowerBound <= Self.maximumLength else { return nil }
        if let format {
            for _ in 0..<4 {
                let text = format.text(&random, length)
                if isValid(text) { return .string(text) }
            }
        }
        if let pattern = patterns.first {
            for attempt in 0..<16 {
                let text = pattern.example(length: length, using: &random)
                if let text, isValid(text) { return .string(text) }
                // A pattern without any text is not tried further.
                if text == nil, attempt >= 3 { return nil }
            }
            return nil
        }
        // The length of a format may not be possible.
        guard format == nil || variation > 0 else { return nil }
        return .string(plainText(&random))
    }

    private func isValid(_ text: String) -> Bool {
        length.contains(text.unicodeScalars.count) && patterns.allSatisfy { $0.hasMatch(in: Array(text.utf8)) }
    }

    private func plainText(_ random: inout RandomSource) -> String {
        var text = ExampleWords.word(&random)
        while text.utf8.count < length.lowerBound { text += " " + ExampleWords.word(&random) }
        guard text.utf8.count > length.upperBound else { return text }
        return String(text.prefix(length.upperBound))
    }
}

/// The words of generated texts.
enum ExampleWords {
    private static let words = [
        "amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "harbor", "island", "juniper", "kelp", "lagoon",
        "meadow", "north", "orchard", "pebble", "quartz", "river", "summit", "timber", "upland", "valley", "willow",
        "yarrow",
    ]

    static func word(_ random: inout RandomSource) -> String {
        words[Int(random.next() % UInt64(words.count))]
    }
}

/// A format of strings that has a syntax.
enum StringFormat: String {
    case dateTime = "date-time"
    case date, time, duration
    case email
    case internationalEmail = "idn-email"
    case hostname
    case internationalHostname = "idn-hostname"
    case ipv4, ipv6
    case uri, url
    case uriReference = "uri-reference"
    case iri
    case iriReference = "iri-reference"
    case uriTemplate = "uri-template"
    case uuid
    case jsonPointer = "json-pointer"
    case relativeJSONPointer = "relative-json-pointer"
    case regex
    case byte, binary, password, decimal

    /// Returns a text of the format, with a permitted length if that is possible.
    func text(_ random: inout RandomSource, _ length: ClosedRange<Int>) -> String {
        let word = ExampleWords.word(&random)
        let usual = usualText(word, &random)
        let count = usual.utf8.count
        if count > length.upperBound { return shortText }
        guard count < length.lowerBound else { return usual }
        let padding = String(repeating: "a", count: length.lowerBound - count)
        switch self {
        case .email, .internationalEmail, .password: return String(padding.prefix(50)) + usual
        case .uri, .url, .iri, .uriReference, .iriReference, .uriTemplate, .jsonPointer, .binary, .regex:
            return usual + padding
        case .byte: return String(repeating: "YWJj", count: (length.lowerBound + 3) / 4)
        case .decimal: return usual + String(repeating: "0", count: length.lowerBound - count)
        default: return usual
        }
    }

    private func usualText(_ word: String, _ random: inout RandomSource) -> String {
        switch self {
        case .dateTime: "\(Self.date(&random))T\(Self.time(&random))"
        case .date: Self.date(&random)
        case .time: Self.time(&random)
        case .duration: "P\(random.integer(in: 1...28))D"
        case .email, .internationalEmail: "\(word)@example.com"
        case .hostname, .internationalHostname: "\(word).example.com"
        case .ipv4: "192.0.2.\(random.integer(in: 1...254))"
        case .ipv6: "2001:db8::\(String(random.integer(in: 1...65_535), radix: 16))"
        case .uri, .url, .iri: "https://example.com/\(word)"
        case .uriReference, .iriReference, .jsonPointer: "/\(word)"
        case .uriTemplate: "https://example.com/{id}/\(word)"
        case .uuid: random.uuid()
        case .relativeJSONPointer: "\(random.integer(in: 0...9))"
        case .regex: "^[a-z]+$"
        case .byte: Base64.encoded(Array(word.utf8))
        case .binary: word
        case .password: "\(word)-\(random.integer(in: 1_000...9_999))"
        case .decimal: "\(random.integer(in: 1...999)).\(random.integer(in: 10...99))"
        }
    }

    /// The shortest text of the format that is usual.
    private var shortText: String {
        switch self {
        case .email, .internationalEmail: "a@b.co"
        case .hostname, .internationalHostname: "a.co"
        case .ipv4: "1.1.1.1"
        case .ipv6: "::1"
        case .uri, .url, .iri: "a:b"
        case .uriReference, .iriReference, .jsonPointer, .byte, .uriTemplate, .binary: ""
        case .relativeJSONPointer, .decimal: "1"
        case .regex, .password: "a"
        case .duration: "P1D"
        case .dateTime: "2026-01-01T00:00:00Z"
        case .date: "2026-01-01"
        case .time: "00:00:00Z"
        case .uuid: "00000000-0000-4000-8000-000000000000"
        }
    }

    private static func date(_ random: inout RandomSource) -> String {
        let (year, month, day) = (
            2_024 + random.integer(in: 0...2), random.integer(in: 1...12), random.integer(in: 1...28)
        )
        return "\(year)-\(padded(month))-\(padded(day))"
    }

    private static func time(_ random: inout RandomSource) -> String {
        let (hour, minute) = (random.integer(in: 0...23), random.integer(in: 0...59))
        return "\(padded(hour)):\(padded(minute)):\(padded(random.integer(in: 0...59)))Z"
    }

    private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : String(number) }
}

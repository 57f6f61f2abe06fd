import Rehearsal
import RehearsalRedaction

/// A translation of the tags in the templates of a reply.
struct WireMockTemplates {
    /// The known segments of the path.
    private let segments: [WireMockRequest.Segment]
    /// The values that the mapping passes to templates.
    private var parameters: [String: String] = [:]
    /// Whether body files are sent without template processing.
    private(set) var sendsFilesUnchanged = false

    /// Returns nil if the reply has no templates. Adds notes on other extensions.
    init?(_ object: ImportObjectReader, _ request: WireMockRequest) {
        segments = request.segments
        var usesTemplates = false
        for value in object.array("transformers") {
            guard let name = value.string() else { continue }
            if name == "response-template" {
                usesTemplates = true
            } else {
                value.noteDifference(
                    "the extension \(name.quoted) is program code",
                    instead: "the reply is sent without it"
                )
            }
        }
        for member in object.checkedMembers("transformerParameters") {
            if usesTemplates, member.name == "disableBodyFileTemplating" {
                sendsFilesUnchanged = member.value.bool() ?? false
            } else if usesTemplates, let text = member.value.scalar {
                parameters[member.name] = text
            } else {
                member.value.noteDifference(
                    "this is a parameter of an extension",
                    instead: "the reply is sent without the extension"
                )
            }
        }
        if !usesTemplates { return nil }
    }

    /// A converter to scenario templates. It refuses the mapping if a tag has no translation.
    var converter: TemplateConverter {
        TemplateConverter(translate: tagTranslation) { value, problem in
            value.refuse(problem, instead: "the mapping is left out; replace it by the text to send")
        }
    }

    /// Returns the translation of a tag; nil if there is none.
    private func tagTranslation(_ tag: TemplateTranslation.Tag) -> TemplateTranslation.Translation? {
        guard let name = tag.words.first else { return nil }
        if tag.words.count == 1, name.hasPrefix("parameters.") {
            return parameters[String(name.dropFirst(11))].map { .text($0) }
        }
        if tag.words.count == 1 { return request(name) ?? (name == "now" ? .expression("now") : nil) }
        switch name {
        case "now", "date": return time(tag)
        case "randomValue": return randomText(tag)
        case "randomInt": return random(tag)
        case "jsonPath": return bodyValue(tag)
        case "capitalize", "trim", "upper", "lower": return caseChange(tag)
        default: return nil
        }
    }

    /// Translates a name such as `request.query.q`, which may end in `.[0]` for the first value.
    private func request(_ text: String) -> TemplateTranslation.Translation? {
        var parts = Self.parts(text)
        guard parts.first == "request", parts.count > 1 else { return nil }
        if parts[1] == "requestLine", parts.count > 2 { parts.remove(at: 1) }
        switch (parts[1], parts.count) {
        case ("method", 2): return .expression("method")
        case ("url", 2): return .expression("url")
        case ("body", 2): return .expression("body")
        case ("baseUrl", 2): return .expression("baseURL")
        case ("path", 2), ("pathSegments", 2): return .expression("pathname")
        case ("path", 3), ("pathSegments", 3): return segment(parts[2])
        case ("query", 3...), ("headers", 3...), ("cookies", 3...): return field(parts)
        default: return nil
        }
    }

    private func field(_ parts: [String]) -> TemplateTranslation.Translation? {
        guard parts.count == 3 || parts.count == 4 && parts[3] == "0" else { return nil }
        let kinds = ["query": "query", "headers": "header", "cookies": "cookie"]
        return kinds[parts[1]].flatMap { TemplateExpression.part($0, parts[2]) }.map { .expression($0) }
    }

    /// Translates a path segment by its index or a placeholder by its name.
    private func segment(_ name: String) -> TemplateTranslation.Translation? {
        if let index = Int(name) {
            guard segments.indices.contains(index) else { return index < 0 ? nil : .expression("segment.\(index)") }
            switch segments[index] {
            case .literal(let text): return .text(text)
            case .capture(let name): return .expression("path.\(name)")
            }
        }
        let isCapture = segments.contains { if case .capture(name) = $0 { true } else { false } }
        return isCapture ? .expression("path.\(name)") : nil
    }

    private func time(_ tag: TemplateTranslation.Tag) -> TemplateTranslation.Translation? {
        guard Set(tag.optionNames).isSubset(of: ["offset", "format", "timezone"]),
            tag.words.count == tag.optionNames.count + 1,
            // A scenario formats times only in UTC.
            ["UTC", "GMT", "Z", nil].contains(tag.option("timezone"))
        else { return nil }
        var expression = "now"
        if let offset = tag.option("offset") {
            guard let shift = Self.shift(offset) else { return nil }
            expression += shift
        }
        guard let format = tag.option("format") else { return .expression(expression) }
        let filters = ["epoch": " | unix-ms", "unix": " | unix"]
        return (filters[format] ?? TemplateExpression.timeFilters[format]).map { .expression(expression + $0) }
    }

    /// Returns the offset ` + 3d` for `3 days`; nil if it has no equivalent.
    private static func shift(_ text: String) -> String? {
        let words = text.split(separator: " ")
        guard words.count == 2, let number = Int(words[0]) else { return nil }
        let units = ["seconds": "s", "minutes": "m", "hours": "h", "days": "d"]
        let name = words[1].hasSuffix("s") ? String(words[1]) : words[1] + "s"
        guard let unit = units[name], number != 0, number.magnitude < 1_000_000 else { return number == 0 ? "" : nil }
        return TemplateExpression.shift(number, unit)
    }

    /// Translates a random UUID or a number of random digits.
    private func randomText(_ tag: TemplateTranslation.Tag) -> TemplateTranslation.Translation? {
        switch (tag.option("type"), tag.option("length").flatMap(Int.init)) {
        case ("UUID"?, _): return .expression("uuid")
        case ("NUMERIC"?, let length?) where 1...100 ~= length: return .repeated("random 0 9", length)
        default: return nil
        }
    }

    /// Translates a random integer. Its upper bound is exclusive in WireMock.
    private func random(_ tag: TemplateTranslation.Tag) -> TemplateTranslation.Translation? {
        let bounds = ["lower", "upper"].map { tag.option($0).flatMap(Int32.init).map(Int.init) }
        return TemplateExpression.random(bounds[0], bounds[1].map { $0 - 1 }).map { .expression($0) }
    }

    private func bodyValue(_ tag: TemplateTranslation.Tag) -> TemplateTranslation.Translation? {
        guard tag.words.count == 3, tag.words[1] == "request.body" else { return nil }
        return TemplateExpression.bodyValue(TemplateTranslation.Tag.unquoted(tag.words[2])).map { .expression($0) }
    }

    private func caseChange(_ tag: TemplateTranslation.Tag) -> TemplateTranslation.Translation? {
        guard tag.words.count == 2, ["upper", "lower"].contains(tag.words[0]),
            case .expression(let inner)? = request(tag.words[1])
        else { return nil }
        return .expression("\(inner) | \(tag.words[0])")
    }

    /// Returns the names in `request.query.q.[0]`.
    private static func parts(_ text: String) -> [String] {
        text.split(separator: ".").map { part in
            part.hasPrefix("[") && part.hasSuffix("]") ? part.dropFirst().dropLast() : part
        }.map { TemplateTranslation.Tag.unquoted(String($0)) }
    }
}

import Rehearsal

/// A part of what a Mockoon template writes.
enum MockoonPart {
    /// Text of the template, and values of tags with three braces.
    case text(String)
    /// A value that is known when the file is imported.
    case value(String)
    /// A value that is filled in for each request.
    case request(RequestValue)

    /// A value that a template of a scenario fills in.
    struct RequestValue {
        /// The expression without its braces.
        var expression: String
        /// The part of the request that the value is; nil for others, such as the time.
        var subject: ImportSubject?
        /// The text that stands in for an absent value.
        var standard = ""
        /// Whether Mockoon wraps the value, so that `#if` holds whatever it is.
        var isWrapped = false
    }
}

extension [MockoonPart] {
    /// The parts as a template of a scenario.
    var templateText: String {
        map { part in
            switch part {
            case .text(let text), .value(let text): TemplateTranslation.literal(text)
            case .request(let value): "{{\(value.expression)}}"
            }
        }.joined()
    }

    /// The text of parts that no request changes; nil if one of them is filled in for each request.
    var constantText: String? {
        var output = ""
        for part in self {
            switch part {
            case .text(let text), .value(let text): output += text
            case .request: return nil
            }
        }
        return output
    }

    /// The parts as a document; nil if they are not JSON. A value in a string is escaped.
    var json: JSON? { JSONText.value(written(isTemplate: false)) }

    /// The parts as a document whose strings may be templates of a scenario; nil if they are not JSON.
    ///
    /// A value that a request fills in stands for itself outside of strings.
    var document: JSON? {
        guard let json = JSONText.value(written(isTemplate: true)), (try? JSONTemplate(json)) != nil else { return nil }
        return json
    }

    private func written(isTemplate: Bool) -> [UInt8] {
        var writer = MockoonDocumentWriter(isTemplate: isTemplate)
        for part in self { writer.append(part) }
        return writer.output
    }
}

import Rehearsal
import RehearsalDocuments

extension MockoonTemplateRenderer {
    /// Returns the value of a helper that reads the request; nil for other helpers.
    mutating func request(_ call: Call) throws(TranslationError) -> MockoonValue? {
        let names = [
            "body", "bodyRaw", "queryParam", "queryParamRaw", "urlParam", "header", "cookie", "method", "baseUrl",
            "hostname",
            "ip", "urlParams", "queryParams", "headers",
        ]
        guard names.contains(call.name) else { return nil }
        guard environment.hasRequest else { throw TranslationError("this template cannot read a request") }
        let texts = try call.arguments.map { (argument) throws(TranslationError) in try value(argument).text() }
        guard let request = try request(call.name, texts) else {
            throw TranslationError("a template cannot read this part of the request")
        }
        return .mixed([.request(request)])
    }

    private func request(_ name: String, _ texts: [String]) throws(TranslationError) -> MockoonPart.RequestValue? {
        switch (name, texts.count) {
        case ("method", 0): return .init(expression: "method")
        case ("baseUrl", 0): return .init(expression: "baseURL")
        case ("hostname", 0): return .init(expression: "header.Host")
        case ("body", 0), ("bodyRaw", 0): return .init(expression: "body", isWrapped: name == "body")
        case ("body", 1...), ("bodyRaw", 1...):
            if texts[0].isEmpty { return .init(expression: "body", isWrapped: name == "body") }
            guard let pointer = MockoonPath.pointer(texts[0]), !pointer.text.isEmpty else { return nil }
            return try value(.bodyPointer(pointer), texts, isWrapped: name == "body")
        case ("queryParam", 1...), ("queryParamRaw", 1...):
            guard let field = MockoonPath.queryNames(texts[0])?.first else { return nil }
            return try value(.query(field), texts, isWrapped: name == "queryParam")
        case ("urlParam", 1) where environment.captures.contains(texts[0]):
            return try value(.path(texts[0]), texts)
        case ("header", 1...): return try value(.header(texts[0]), texts)
        case ("cookie", 1...): return try value(.cookie(texts[0]), texts)
        default: return nil
        }
    }

    private func value(
        _ subject: MatchTarget,
        _ texts: [String],
        isWrapped: Bool = false,
    ) throws(TranslationError) -> MockoonPart.RequestValue? {
        guard let (kind, name) = subject.templateName else { return nil }
        let standard = texts.count > 1 ? texts[1] : ""
        let filter =
            standard.isEmpty
            ? "" : standard.contains("\"") ? " | default '\(standard)'" : " | default \"\(standard)\""
        let expression = "\(kind).\(name)\(filter)"
        guard !name.contains(where: { " |}'\"(){".contains($0) }), (try? Template("{{\(expression)}}")) != nil else {
            return nil
        }
        return .init(expression: expression, subject: subject, defaultValue: standard, isWrapped: isWrapped)
    }

    /// Returns an expression for a helper that a scenario can evaluate for each request: a time, a number or a UUID.
    mutating func perRequestExpression(_ call: Call) throws(TranslationError) -> MockoonValue? {
        if call.name == "dateTimeShift" { return Self.shift(call).map { .mixed([.request(.init(expression: $0))]) } }
        guard call.options.isEmpty else { return nil }
        var arguments: [JSON] = []
        for argument in call.arguments {
            guard case .literal(let json) = argument else { return nil }
            arguments.append(json)
        }
        let expression: String?
        switch (call.name, arguments.count) {
        case ("uuid", 0), ("guid", 0): expression = "uuid"
        case ("faker", 1): expression = ["string.uuid", "datatype.uuid"].contains(arguments[0]) ? "uuid" : nil
        case ("now", 0): expression = "now | iso-ms"
        case ("now", 1): expression = Self.filter(of: arguments[0]).map { "now\($0)" }
        case ("int", 2):
            let bounds = arguments.map { value -> Int? in
                if case .number(let number) = value { Int32(number.text).map(Int.init) } else { nil }
            }
            expression = TemplateExpression.random(bounds[0], bounds[1])
        default: expression = nil
        }
        return expression.map { .mixed([.request(.init(expression: $0))]) }
    }

    /// Returns the template filter for a time format; nil if no filter is equivalent.
    private static func filter(of format: JSON) -> String? {
        guard case .string(let text) = format else { return nil }
        let filters = ["t": " | unix", "T": " | unix-ms", "yyyy-MM-dd'T'HH:mm:ss.SSSX": " | iso-ms"]
        return filters[text] ?? TemplateExpression.timeFilters[text]
    }

    /// Returns `now + 2h` for `dateTimeShift hours=2`; nil without an equivalent expression.
    private static func shift(_ call: Call) -> String? {
        let units = ["days": "d", "hours": "h", "minutes": "m", "seconds": "s"]
        var (shift, filter): (String?, String?) = (nil, " | iso-ms")
        for option in call.options {
            guard case .literal(let json) = option.value else { return nil }
            if option.name == "format" {
                filter = self.filter(of: json)
            } else if shift == nil, let unit = units[option.name], case .number(let number) = json,
                let count = Int32(number.text), count != 0
            {
                shift = TemplateExpression.shift(Int(count), unit)
            } else {
                return nil
            }
        }
        guard let shift, let filter else { return nil }
        return "now\(shift)\(filter)"
    }
}

extension MatchTarget {
    /// The kind and the name of the part in template expressions; nil if no expression can refer to the part.
    fileprivate var templateName: (kind: String, name: String)? {
        switch self {
        case .query(let name): ("query", name)
        case .header(let name): ("header", name)
        case .cookie(let name): ("cookie", name)
        case .path(let name): ("path", name)
        case .bodyPointer(let pointer): ("body", pointer.text)
        case .form, .url, .body: nil
        }
    }
}

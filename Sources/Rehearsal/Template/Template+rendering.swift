extension Template {
    /// The text with every expression filled in; a value that is absent leaves nothing behind.
    package func render(_ context: inout Context) -> String {
        String(decoding: bytes(&context), as: UTF8.self)
    }

    /// The same as UTF-8.
    package func bytes(_ context: inout Context) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for part in parts {
            switch part {
            case .literal(let range): output.append(contentsOf: bytes[range])
            case .expression(let expression) where expression.isJSON:
                output.append(contentsOf: expression.json(&context).bytes())
            case .expression(let expression): output.append(contentsOf: expression.text(&context).utf8)
            }
        }
        return output
    }

    /// What stands in a document where the template does: a string, or what its one expression is if it says `json`.
    package func json(_ context: inout Context) -> JSON {
        if let expression = value { return expression.json(&context) }
        return .string(render(&context))
    }

    /// The expression that stands for a value of a document, if the template is one.
    var value: Expression? {
        if case .expression(let expression) = parts.first, expression.isJSON { expression } else { nil }
    }
}

extension Template.Expression {
    fileprivate func text(_ context: inout Template.Context) -> String { value(&context)?.text ?? "" }

    fileprivate func json(_ context: inout Template.Context) -> JSON { value(&context)?.json ?? .null }

    private func value(_ context: inout Template.Context) -> TemplateValue? {
        var value = source.value(&context)
        for filter in filters { value = filter.applied(to: value) }
        return value
    }
}

extension Template.Source {
    /// The value; nil if there is none.
    fileprivate func value(_ context: inout Template.Context) -> TemplateValue? {
        switch self {
        case .path(let name): context.request.path(name).map { .text($0) }
        case .query(let name): context.request.query(name).map { .text($0) }
        case .header(let name): context.request.header(name).map { .text($0) }
        case .cookie(let name): context.request.cookie(name).map { .text($0) }
        case .form(let name): context.request.form(name).map { .text($0) }
        case .body: context.request.body.isEmpty ? nil : .body(context.request.body)
        case .bodyPointer(let pointer): context.bodyValue(at: pointer).map { .json($0) }
        case .state(let name): context.state[name].map { .json($0) }
        case .count: .text(String(context.count))
        case .uuid: .text(context.random.uuid())
        case .random(let range): .text(String(context.random.integer(in: range)))
        case .now(let shift): .time(CivilDate.clamped(context.now) + shift)
        case .baseURL: .text(context.baseURL)
        case .method: .text(context.request.method)
        case .url: .text(context.request.url)
        case .pathname: .text(context.request.pathname)
        case .segment(let index): context.request.segment(index).map { .text($0) }
        case .literal(let text): .text(text)
        }
    }
}

extension Template.Filter {
    fileprivate func applied(to value: TemplateValue?) -> TemplateValue? {
        guard let value else {
            if case .default(let text) = self { return .text(text) }
            return nil
        }
        switch (self, value) {
        case (.default, _): return value
        case (.time(let format), .time(let milliseconds)): return .text(format.text(of: milliseconds))
        case (.time, _): return value
        case (.upper, _): return .text(value.text.uppercased())
        case (.lower, _): return .text(value.text.lowercased())
        case (.url, _): return .text(String(decoding: PercentEncoding.escaped(value.text.utf8), as: UTF8.self))
        case (.base64, _): return .text(Base64.encoded(Array(value.text.utf8)))
        }
    }
}

import Rehearsal

extension FuzzTarget {
    /// A template in the first line, and after it the body of the request that it is rendered for, which is also read
    /// as a document of templates.
    static let templates = FuzzTarget("templates") { bytes in
        let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let text = String(decoding: parts[0], as: UTF8.self)
        let body = Array(parts.count > 1 ? parts[1] : [])
        let rendering = TemplateRendering(body: body)
        try rendering.checkText(text)
        try rendering.checkQuotation(text)
        if let document = try? JSONDocument(parsing: body) { try rendering.checkDocument(document) }
    }
}

/// One request, whose parts are said by their names.
private struct TemplateRendering {
    let body: [UInt8]

    func context() -> Template.Context {
        var request = Template.Request()
        (request.method, request.url, request.body) = ("POST", "/a?q=%7B%7B", body)
        // Half of the names are there, and what they stand for looks like more to fill in.
        let lookup: Template.Request.Lookup = { $0.utf8.count % 2 == 0 ? "{{\($0)}}\"\\" : nil }
        (request.path, request.query, request.header) = (lookup, lookup, lookup)
        (request.cookie, request.form) = (lookup, lookup)
        var context = Template.Context(request, random: RandomSource(seed: 7, endpoint: 1, request: 0))
        context.state = ["x": [1, "{{count}}"], "n": 1.5, "state": "on"]
        // The moment is anything between the first and the last.
        context.now = body.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
        return context
    }

    private func render(_ template: Template) -> String {
        var context = context()
        return template.render(&context)
    }

    /// The template, unless it is refused at a place that it has.
    private func read(_ text: String) throws -> Template? {
        do throws(Template.Malformed) { return try Template(text) } catch {
            try error.requirePlace(in: text)
            return nil
        }
    }

    func checkText(_ text: String) throws {
        guard let template = try read(text) else { return }
        try Finding.unless(template.text == text, "a template is not the text that it was read from")
        let rendered = render(template)
        try Finding.unless(render(template) == rendered, "rendered twice, a template says two things")
        if !Template.isTemplate(text) { try Finding.unless(rendered == text, "a plain text is changed") }
        try template.requirePlaces()
        guard !template.needs.contains(.randomness), !template.expressions.contains(where: \.isJSON) else { return }
        let twice = try read(text + "\n" + text).map(render)
        try Finding.unless(twice == rendered + "\n" + rendered, "a template says other things beside itself")
    }

    /// Any text without a quote can be said in quotes.
    func checkQuotation(_ text: String) throws {
        guard !text.utf8.contains(UInt8(ascii: "\"")) else { return }
        let template = try read("{{\"\(text)\"}}")
        try Finding.unless(template.map(render) == text, "a text in quotes does not stand for itself")
    }

    func checkDocument(_ document: JSONDocument) throws {
        let value = document.root.value
        let template: JSONTemplate
        do throws(JSONTemplate.Malformed) { template = try JSONTemplate(value) } catch {
            for mistake in error.mistakes { try mistake.requirePlace(in: document, value) }
            return
        }
        var context = context()
        let rendered = template.render(&context)
        let again = try? JSON(parsing: rendered.bytes())
        try Finding.unless(again == rendered, "what was rendered is no JSON")
        guard template.templates.isEmpty else { return }
        try Finding.unless(rendered == value, "a document without templates is changed")
    }
}

extension JSONTemplate.Mistake {
    fileprivate func requirePlace(in document: JSONDocument, _ value: JSON) throws {
        let characters = error.offset..<(error.offset + error.length)
        guard let range = document.root.range(ofCharacters: characters, atPlace: place) else {
            throw Finding("what is wrong is no string: place \(place)")
        }
        try Finding.unless(!range.isEmpty, "a mistake in place \(place) marks nothing")
        try Finding.unless(value.pointer(toPlace: place) != nil, "no pointer leads to place \(place)")
    }
}

extension Template.Malformed {
    fileprivate func requirePlace(in text: String) throws {
        let count = text.unicodeScalars.count
        try Finding.unless(offset >= 0 && length > 0 && offset + length <= count, "\(offset), \(length) of \(count)")
        try Finding.unless(!problem.isEmpty && !fix.isEmpty, "a mistake that says nothing")
        try Finding.unless(description.unicodeScalars.count < 400, "a mistake that says too much")
    }
}

extension Template {
    /// Every expression stands in the text, after the one before it.
    fileprivate func requirePlaces() throws {
        let count = text.unicodeScalars.count
        var end = 0
        for expression in expressions {
            try Finding.unless(expression.offset >= end + 2 && expression.length > 0, "two expressions overlap")
            end = expression.offset + expression.length
            try Finding.unless(end + 2 <= count, "an expression ends after its text")
        }
    }
}

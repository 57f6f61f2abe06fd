import Rehearsal

extension FuzzTarget {
    /// Templates. The first line of an input is a template; the rest is the body of its request, which is also parsed
    /// as a document with templates.
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

/// A request whose parts are derived from their names.
private struct TemplateRendering {
    let body: [UInt8]

    func context() -> Template.Context {
        var request = Template.Request()
        (request.method, request.url, request.body) = ("POST", "/a?q=%7B%7B", body)
        // Half of the names have a value, which looks like another template.
        let lookup: Template.Request.Lookup = { $0.utf8.count % 2 == 0 ? "{{\($0)}}\"\\" : nil }
        (request.path, request.query, request.header) = (lookup, lookup, lookup)
        (request.cookie, request.form) = (lookup, lookup)
        var context = Template.Context(request, random: RandomSource(seed: 7, endpoint: 1, request: 0))
        context.state = ["x": [1, "{{count}}"], "n": 1.5, "state": "on"]
        // Any instant that an Int64 can express.
        context.now = body.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
        return context
    }

    private func render(_ template: Template) -> String {
        var context = context()
        return template.render(&context)
    }

    /// Parses a template; nil if it is rejected at a valid position.
    private func read(_ text: String) throws -> Template? {
        do throws(Template.Malformed) { return try Template(text) } catch {
            try error.requirePlace(in: text)
            return nil
        }
    }

    func checkText(_ text: String) throws {
        guard let template = try read(text) else { return }
        try Finding.require(template.text == text, "a template does not keep its text")
        let rendered = render(template)
        try Finding.require(render(template) == rendered, "rendering twice yields different texts")
        if !Template.isTemplate(text) { try Finding.require(rendered == text, "rendering changes a plain text") }
        try template.requirePlaces()
        guard !template.needs.contains(.randomness), !template.expressions.contains(where: \.isJSON) else { return }
        let twice = try read(text + "\n" + text).map(render)
        try Finding.require(twice == rendered + "\n" + rendered, "a template renders differently when it is repeated")
    }

    /// Checks that a quoted literal renders as its text.
    func checkQuotation(_ text: String) throws {
        guard !text.utf8.contains(UInt8(ascii: "\"")) else { return }
        let template = try read("{{\"\(text)\"}}")
        try Finding.require(template.map(render) == text, "a quoted literal does not render as its text")
    }

    func checkDocument(_ document: JSONDocument) throws {
        let value = document.root.value
        let template: JSONTemplate
        do throws(JSONTemplate.Malformed) { template = try JSONTemplate(value) } catch {
            for mistake in error.errors { try mistake.requirePlace(in: document, value) }
            return
        }
        var context = context()
        let rendered = template.render(&context)
        let again = try? JSON(parsing: rendered.bytes())
        try Finding.require(again == rendered, "the rendered document is not valid JSON")
        guard template.templates.isEmpty else { return }
        try Finding.require(rendered == value, "rendering changes a document without templates")
    }
}

extension JSONTemplate.LocatedError {
    fileprivate func requirePlace(in document: JSONDocument, _ value: JSON) throws {
        let characters = error.offset..<(error.offset + error.length)
        guard let range = document.root.range(ofCharacters: characters, atNodeIndex: nodeIndex) else {
            throw Finding("a mistake is not in a string: place \(nodeIndex)")
        }
        try Finding.require(!range.isEmpty, "a mistake in place \(nodeIndex) has an empty range")
        try Finding.require(value.pointer(toNodeAtIndex: nodeIndex) != nil, "place \(nodeIndex) has no JSON pointer")
    }
}

extension Template.Malformed {
    fileprivate func requirePlace(in text: String) throws {
        let count = text.unicodeScalars.count
        try Finding.require(offset >= 0 && length > 0 && offset + length <= count, "\(offset), \(length) of \(count)")
        try Finding.require(!problem.isEmpty && !fix.isEmpty, "a mistake without a message")
        try Finding.require(description.unicodeScalars.count < 400, "a mistake with too long a message")
    }
}

extension Template {
    /// Checks that expressions are within the text, in order and without overlap.
    fileprivate func requirePlaces() throws {
        let count = text.unicodeScalars.count
        var end = 0
        for expression in expressions {
            try Finding.require(expression.offset >= end + 2 && expression.length > 0, "two expressions overlap")
            end = expression.offset + expression.length
            try Finding.require(end + 2 <= count, "an expression ends after its text")
        }
    }
}

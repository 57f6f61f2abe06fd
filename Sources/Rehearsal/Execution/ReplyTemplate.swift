/// The templates of a reply, which are rendered for each request.
package struct ReplyTemplate: Sendable {
    /// The templates of header values, by the index of the field.
    private var headers: [(index: Int, template: Template)] = []
    private var body: Body?
    /// The values that edits insert into a recorded body.
    private var edits: [(pointer: JSON.Pointer, value: JSONTemplate)] = []
    /// The inputs that the templates read.
    package private(set) var needs: Template.Needs = []
    /// All expressions, whose variable names and captures can be checked.
    package private(set) var expressions: [Template.Expression] = []

    private enum Body: Sendable {
        case document(JSONTemplate)
        case text(Template)
        /// The templates of event data, each with the index of its event.
        case events([(index: Int, data: EventData)])
    }

    private enum EventData: Sendable {
        case text(Template)
        case document(JSONTemplate)

        var templates: [Template] {
            switch self {
            case .text(let template): [template]
            case .document(let document): document.templates.map(\.template)
            }
        }

        func render(_ context: inout Template.Context) -> String {
            switch self {
            case .text(let template): template.render(&context)
            case .document(let document): String(decoding: document.render(&context).bytes(), as: UTF8.self)
            }
        }
    }

    /// Compiles the templates; returns nil if the reply has none.
    ///
    /// - Throws: the first error, with its location in the reply.
    package init?(_ reply: Scenario.Reply) throws(CompiledScenario.CompilationError) {
        // A recorded value that is not a valid template is sent unchanged.
        let isRecorded = reply.isRecorded
        for (index, field) in reply.headers.fields.enumerated() {
            guard let value = field.value, Template.isTemplate(value) else { continue }
            guard let template = try Self.template(value, in: "header \(field.name)", isRecorded) else { continue }
            headers.append((index, template))
            collect([template])
        }
        try setBody(reply)
        for edit in reply.edits {
            let template = try Self.document(edit.value ?? .null, in: "\"edit\"")
            edits.append((edit.pointer, template))
            collect(template.templates.map(\.template))
        }
        if headers.isEmpty, body == nil, edits.isEmpty { return nil }
    }

    private mutating func setBody(_ reply: Scenario.Reply) throws(CompiledScenario.CompilationError) {
        switch reply.body {
        case .json(let document), .problem(let document):
            let template = try Self.document(document, in: "body")
            guard !template.templates.isEmpty else { return }
            body = .document(template)
            collect(template.templates.map(\.template))
        case .text(let text) where Template.isTemplate(text):
            guard let template = try Self.template(text, in: "body", false) else { return }
            body = .text(template)
            collect([template])
        case .events(let events, _):
            var templates: [(index: Int, data: EventData)] = []
            for (index, event) in events.enumerated() where Template.isTemplate(event.data) {
                guard let data = try Self.data(of: event, in: "event \(index + 1)") else { continue }
                templates.append((index, data))
            }
            guard !templates.isEmpty else { return }
            body = .events(templates)
            collect(templates.flatMap(\.data.templates))
        case .none, .text, .bytes, .raw: return
        }
    }

    private static func data(
        of event: Scenario.Body.Event,
        in location: String,
    ) throws(CompiledScenario.CompilationError) -> EventData? {
        if let json = event.json { return .document(try document(json, in: location)) }
        return try template(event.data, in: location, false).map { .text($0) }
    }

    private mutating func collect(_ templates: [Template]) {
        for template in templates {
            needs.formUnion(template.needs)
            expressions += template.expressions
        }
    }

    private static func template(
        _ text: String,
        in location: String,
        _ isRecorded: Bool,
    ) throws(CompiledScenario.CompilationError) -> Template? {
        do throws(Template.Malformed) {
            return try Template(text)
        } catch {
            if isRecorded { return nil }
            throw CompiledScenario.CompilationError(subject: location, reason: "\(error)")
        }
    }

    static func document(_ document: JSON, in location: String) throws(CompiledScenario.CompilationError)
        -> JSONTemplate
    {
        do throws(JSONTemplate.Malformed) {
            return try JSONTemplate(document)
        } catch {
            throw CompiledScenario.CompilationError(
                subject: location,
                reason: error.errors.first.map { "\($0.error)" } ?? ""
            )
        }
    }

    /// Returns the headers of the reply with their templates rendered.
    ///
    /// Callers render the headers before the body: the templates draw random values in that order.
    package func renderedHeaders(_ reply: Scenario.Reply, _ context: inout Template.Context) -> Scenario.Headers {
        var fields = reply.headers
        for (index, template) in headers where fields.fields.indices.contains(index) {
            fields.fields[index].value = Self.sanitized(template.render(&context))
        }
        return fields
    }

    /// Returns the reply with all templates rendered, in the order of sending.
    package func render(_ reply: Scenario.Reply, _ context: inout Template.Context) -> Scenario.Reply {
        var reply = reply
        reply.headers = renderedHeaders(reply, &context)
        switch (body, reply.body) {
        case (.document(let template)?, .problem): reply.body = .problem(template.render(&context))
        case (.document(let template)?, _): reply.body = .json(template.render(&context))
        case (.text(let template)?, _): reply.body = .text(template.render(&context))
        case (.events(let templates)?, .events(var events, let forever)):
            for (index, data) in templates where events.indices.contains(index) {
                events[index].data = data.render(&context)
            }
            reply.body = .events(events, forever: forever)
        default: break
        }
        if case .bytes(var bytes, let type) = reply.body {
            for (pointer, value) in edits {
                let edit = JSONDocument.Edit(pointer, value.render(&context))
                let document = try? JSONDocument(parsing: bytes, options: .allowsByteOrderMark)
                bytes = document?.applying(edit) ?? bytes
            }
            reply.body = .bytes(bytes, type: type)
        }
        return reply
    }

    /// Replaces invalid characters of a field value (RFC 9110 §5.5), so that client input cannot add header lines.
    private static func sanitized(_ text: String) -> String {
        let isValid = { (byte: UInt8) in (byte >= 0x20 && byte != 0x7F) || byte == 0x09 }
        if text.utf8.allSatisfy(isValid) { return text }
        return String(decoding: text.utf8.map { isValid($0) ? $0 : 0x20 }, as: UTF8.self)
    }
}

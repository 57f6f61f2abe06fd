import Rehearsal
import RehearsalDocuments
import RehearsalHTTP

/// A reply for a Mockoon response. If its templates have conditions on the request, there is one for each
/// combination of results.
struct MockoonReply {
    private(set) var reply: Scenario.Reply
    /// The name of the body file; nil for an inline body.
    private(set) var fileName: String?
    /// The conditions of the templates on the request, each with the result for which this reply is sent.
    private(set) var decisions: TemplateConditions
    private let environment: MockoonTemplateRenderer.Environment
    /// Whether the body is sent without template processing.
    private let isUnrendered: Bool

    static let omittedConsequence = "the response is left out"

    /// - Parameter standard: The reply before headers and body are added.
    init(
        _ object: ImportObjectReader,
        over standard: Scenario.Reply,
        _ settings: MockoonSettings,
        _ decisions: TemplateConditions,
    ) {
        (reply, self.decisions, environment) = (standard, decisions, settings.environment)
        isUnrendered = object.bool("disableTemplating") ?? false
        for header in settings.headers + object.array("headers") { setHeader(header) }
        setBody(object)
    }

    /// Adds a header. Unless it is `Set-Cookie`, it replaces a header of the environment with the same name.
    private mutating func setHeader(_ value: ImportValue) {
        guard let object = value.object() else { return }
        let name = object.string("key") ?? ""
        let text = object.text("value") ?? ""
        object.noteUnreadMembers()
        guard !name.isEmpty, let rendered = render(text, at: value) else { return }
        if name.lowercased() != "set-cookie" {
            reply.headers.fields.removeAll { Scenario.Headers.isSameName($0.name, name) }
        }
        if rendered.isGenerated { Self.noteGeneratedValues(value) }
        reply.addHeader(name, rendered.parts.templateText, at: value)
    }

    private mutating func setBody(_ object: ImportObjectReader) {
        let body = object["body"]
        let path = object.string("filePath") ?? ""
        let bucket = object.string("databucketID") ?? ""
        let isBody = object.bool("sendFileAsBody") ?? true
        let isLenient = object.bool("fallbackTo404") ?? false
        switch object.string("bodyType") ?? (path.isEmpty ? "INLINE" : "FILE") {
        case "DATABUCKET" where !bucket.isEmpty: setBucket(bucket, object)
        case "FILE" where !path.isEmpty:
            let value = object["filePath"] ?? object.value
            setFile(path, at: value, isBody: isBody, isLenient: isLenient)
        default:
            guard let body, let text = body.string() else { return }
            setType()
            setText(text, at: body)
        }
    }

    /// Sets the media type that Express sends for a text: by default `text/html`, and always with a charset.
    private mutating func setType() {
        let type = reply.headers["Content-Type"] ?? "text/html"
        guard !MediaType(type).name.isEmpty, MediaType(type).charset == nil else { return }
        reply.headers.fields.removeAll { Scenario.Headers.isSameName($0.name, "Content-Type") }
        reply.headers.append("Content-Type", type + "; charset=utf-8")
    }

    private mutating func setBucket(_ name: String, _ object: ImportObjectReader) {
        setType()
        guard let bucket = environment.buckets.first(where: { $0.id == name || $0.name == name }) else {
            return object.value.refuse("unknown data bucket \(name.quoted)", instead: Self.omittedConsequence)
        }
        let parts: [MockoonPart]
        switch bucket.content {
        case .constant(.string(let text)): parts = [.text(text)]
        case .constant(let json): parts = [.text(String(decoding: json.bytes(), as: UTF8.self))]
        case .parts(let bucketParts): parts = bucketParts
        case .refused(let error):
            let problem = "templates have no equivalent of \(Self.quotedTag(error.source)): \(error.problem)"
            return bucket.value.refuse(problem, instead: Self.omittedConsequence)
        }
        set(RenderedTemplate(parts: parts, isGenerated: bucket.hasGenerated), at: bucket.value)
    }

    private mutating func setFile(_ path: String, at value: ImportValue, isBody: Bool, isLenient: Bool) {
        guard !Template.isTemplate(path), let bytes = value.file.bodyFile(path) else {
            if isLenient {
                value.noteDifference("file \(path.quoted) does not exist", instead: "404 is sent, as in Mockoon")
                reply.status = 404
            } else {
                value.refuse(
                    "file \(path.quoted) does not exist next to the environment",
                    instead: Self.omittedConsequence
                )
            }
            return
        }
        if !reply.headers.contains("Content-Type"), let type = FileType.mediaType(of: path) {
            reply.headers.append("Content-Type", type)
        }
        let name = FilePath.lastComponent(of: path)
        if !isBody { reply.headers.append("Content-Disposition", "attachment; filename=\"\(name)\"") }
        let isJSON = MediaType(reply.headers["Content-Type"] ?? "").isJSON
        let isTemplate = !isUnrendered && bytes.text.map(Template.isTemplate) ?? false
        if let text = bytes.text, isTemplate || isJSON && JSONText.value(bytes) == nil {
            return setText(text, at: value)
        }
        reply.set(.bytes(bytes))
        fileName = name
    }
}

extension MockoonReply {
    /// The result of rendering a template.
    private struct RenderedTemplate {
        var parts: [MockoonPart]
        /// The status code that the template sets; nil if it sets none.
        var status: Int?
        /// Whether the parts contain random values or times, which were generated at import.
        var isGenerated = false
    }

    /// Renders a template. If a tag has no translation, refuses the response and returns nil.
    ///
    /// - Parameter generatesAll: Whether values that a scenario could generate for each request are generated once, at
    ///   import.
    private mutating func render(_ text: String, at value: ImportValue, generatesAll: Bool = false) -> RenderedTemplate?
    {
        var environment = environment
        environment.generatesAll = generatesAll
        var template = MockoonTemplateRenderer(environment, seed: value.path, decisions)
        do throws(HandlebarsTemplate.Malformed) {
            let parts = try template.render(text)
            decisions = template.branches
            if template.usesDefaultCount {
                let problem = "the number of repetitions depends on the request"
                value.noteDifference(problem, instead: "the default number is always used")
            }
            return RenderedTemplate(parts: parts, status: template.status, isGenerated: template.hasGenerated)
        } catch {
            let problem = "templates have no equivalent of \(Self.quotedTag(error.source)): \(error.problem)"
            return value.refuse(problem, instead: Self.omittedConsequence)
        }
    }

    /// Renders a text and sets it as the body: a JSON value if the media type is JSON.
    private mutating func setText(_ text: String, at value: ImportValue) {
        guard let rendered = isUnrendered ? RenderedTemplate(parts: [.text(text)]) : render(text, at: value) else {
            return
        }
        set(rendered, at: value, template: isUnrendered ? nil : text)
    }

    /// Sets a rendered template as the body.
    ///
    /// - Parameter template: The source of the template. If the parts are not valid JSON, it is rendered once more with
    ///   all values generated.
    private mutating func set(_ rendered: RenderedTemplate, at value: ImportValue, template: String? = nil) {
        if let status = rendered.status { reply.status = status }
        guard MediaType(reply.headers["Content-Type"] ?? "").isJSON else {
            if rendered.isGenerated { Self.noteGeneratedValues(value) }
            return reply.setText(rendered.parts.templateText, isTemplate: true)
        }
        if let text = rendered.parts.constantText, text.allSatisfy(\.isWhitespace) {
            reply.body = .none
        } else if let document = rendered.parts.document {
            if rendered.isGenerated { Self.noteGeneratedValues(value) }
            reply.body = .json(document)
        } else if let document = template.flatMap({ render($0, at: value, generatesAll: true) })?.parts.document {
            Self.noteGeneratedValues(value)
            reply.body = .json(document)
        } else {
            let text = value.node.string ?? ""
            let tag = rendered.parts.constantText == text ? nil : Self.firstTag(text)
            let found =
                tag.map { "the body is not JSON after \(Self.quotedTag($0)) is rendered" } ?? "the body is not JSON"
            let problem = "\(found), but its Content-Type is JSON; correct one of them"
            value.refuse(problem, instead: Self.omittedConsequence)
        }
    }

    /// Adds a note, once per file, that random values and times were generated at import.
    static func noteGeneratedValues(_ value: ImportValue) {
        value.noteDifferenceOnce(
            "Mockoon generates random values and times for each request",
            instead: "they were generated once, from a fixed seed, here and in the rest of the file"
        )
    }

    private static func firstTag(_ text: String) -> String? {
        guard let start = text.firstRange(of: "{{")?.lowerBound else { return nil }
        let rest = text[start...]
        return rest.firstRange(of: "}}").map { String(rest[..<$0.upperBound]) }
    }

    /// Returns a quoted tag for a note, shortened to 120 characters.
    private static func quotedTag(_ tag: String) -> String { (tag.count > 120 ? "\(tag.prefix(120))…" : tag).quoted }
}

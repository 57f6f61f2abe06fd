import Rehearsal
import RehearsalDocuments
import RehearsalHTTP

/// A reply of a response, as its templates fill it in for one combination of their decisions.
struct MockoonReply {
    private(set) var reply: Scenario.Reply
    /// The name of the file that its body is, if it is one.
    private(set) var fileName: String?
    /// The decisions on the request that its templates make.
    private(set) var decisions: MockoonDecisions
    private let environment: MockoonTemplate.Environment
    /// Whether its body is sent as it is written.
    private let isPlain: Bool

    static let leftOut = "the response is left out"

    /// - Parameter standard: what it is before headers and body are read.
    init(
        _ object: ImportObject,
        over standard: Scenario.Reply,
        _ settings: MockoonSettings,
        _ decisions: MockoonDecisions,
    ) {
        (reply, self.decisions, environment) = (standard, decisions, settings.environment)
        isPlain = object.bool("disableTemplating") ?? false
        for header in settings.headers + object.array("headers") { setHeader(header) }
        setBody(object)
    }

    /// Adds a header; one of the response replaces that of the environment.
    private mutating func setHeader(_ value: ImportValue) {
        guard let object = value.object() else { return }
        let name = object.string("key") ?? ""
        let text = object.text("value") ?? ""
        object.finish()
        guard !name.isEmpty, let filled = fill(text, at: value) else { return }
        if name.lowercased() != "set-cookie" {
            reply.headers.fields.removeAll { Scenario.Headers.isSameName($0.name, name) }
        }
        if filled.isGenerated { Self.tellGenerated(value) }
        reply.addHeader(name, filled.parts.templateText, at: value)
    }

    private mutating func setBody(_ object: ImportObject) {
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

    /// Sets the type that Express gives to a text.
    private mutating func setType() {
        let type = reply.headers["Content-Type"] ?? "text/html"
        guard !MediaType(type).name.isEmpty, MediaType(type).charset == nil else { return }
        reply.headers.fields.removeAll { Scenario.Headers.isSameName($0.name, "Content-Type") }
        reply.headers.append("Content-Type", type + "; charset=utf-8")
    }

    private mutating func setBucket(_ name: String, _ object: ImportObject) {
        setType()
        guard let bucket = environment.buckets.first(where: { $0.id == name || $0.name == name }) else {
            return object.value.refuse("there is no data bucket \(name.quoted)", instead: Self.leftOut)
        }
        let parts: [MockoonPart]
        switch bucket.content {
        case .constant(.string(let text)): parts = [.text(text)]
        case .constant(let json): parts = [.text(String(decoding: json.bytes(), as: UTF8.self))]
        case .parts(let own): parts = own
        case .refused(let error):
            let problem = "no template says \(Self.shown(error.source)): \(error.problem)"
            return bucket.value.refuse(problem, instead: Self.leftOut)
        }
        set(Filled(parts: parts, isGenerated: bucket.hasGenerated), at: bucket.value)
    }

    private mutating func setFile(_ path: String, at value: ImportValue, isBody: Bool, isLenient: Bool) {
        guard !Template.isTemplate(path), let bytes = value.file.beside(path) else {
            if isLenient {
                value.differ("there is no file \(path.quoted)", instead: "404 is sent, as Mockoon would")
                reply.status = 404
            } else {
                value.refuse("there is no file \(path.quoted) beside the environment", instead: Self.leftOut)
            }
            return
        }
        if !reply.headers.names("Content-Type"), let type = FileType.mediaType(of: path) {
            reply.headers.append("Content-Type", type)
        }
        let name = FileName.last(of: path)
        if !isBody { reply.headers.append("Content-Disposition", "attachment; filename=\"\(name)\"") }
        let isJSON = MediaType(reply.headers["Content-Type"] ?? "").isJSON
        let isTemplate = !isPlain && bytes.text.map(Template.isTemplate) ?? false
        if let text = bytes.text, isTemplate || isJSON && JSONText.value(bytes) == nil {
            return setText(text, at: value)
        }
        reply.set(.bytes(bytes))
        fileName = name
    }
}

extension MockoonReply {
    /// The result of the evaluation of a template.
    private struct Filled {
        var parts: [MockoonPart]
        /// The status that the template sets.
        var status: Int?
        /// Whether a value was generated.
        var isGenerated = false
    }

    /// Fills in a template; nil, and reported, if one of its tags has no translation.
    ///
    /// - Parameter generatesAll: whether values are generated too that a scenario fills in for each request.
    private mutating func fill(_ text: String, at value: ImportValue, generatesAll: Bool = false) -> Filled? {
        var environment = environment
        environment.generatesAll = generatesAll
        var template = MockoonTemplate(environment, seed: value.path, decisions)
        do throws(HandlebarsTemplate.Malformed) {
            let parts = try template.write(text)
            decisions = template.decisions
            if template.hasFixedCount {
                let problem = "the number of repetitions is read from the request"
                value.differ(problem, instead: "the default number of them is always sent")
            }
            return Filled(parts: parts, status: template.status, isGenerated: template.hasGenerated)
        } catch {
            let problem = "no template says \(Self.shown(error.source)): \(error.problem)"
            return value.refuse(problem, instead: Self.leftOut)
        }
    }

    /// Fills in a text, and makes it the body of a reply: a document if its type is JSON.
    private mutating func setText(_ text: String, at value: ImportValue) {
        guard let filled = isPlain ? Filled(parts: [.text(text)]) : fill(text, at: value) else { return }
        set(filled, at: value, template: isPlain ? nil : text)
    }

    /// Makes a filled template the body of a reply.
    ///
    /// - Parameter template: the template, for a body that is JSON only when every value is generated.
    private mutating func set(_ filled: Filled, at value: ImportValue, template: String? = nil) {
        if let status = filled.status { reply.status = status }
        guard MediaType(reply.headers["Content-Type"] ?? "").isJSON else {
            if filled.isGenerated { Self.tellGenerated(value) }
            return reply.setText(filled.parts.templateText, isTemplate: true)
        }
        if let text = filled.parts.constantText, text.allSatisfy(\.isWhitespace) {
            reply.body = .none
        } else if let document = filled.parts.document {
            if filled.isGenerated { Self.tellGenerated(value) }
            reply.body = .json(document)
        } else if let document = template.flatMap({ fill($0, at: value, generatesAll: true) })?.parts.document {
            Self.tellGenerated(value)
            reply.body = .json(document)
        } else {
            let text = value.node.string ?? ""
            let tag = filled.parts.constantText == text ? nil : Self.firstTag(text)
            let what = tag.map { "the body is not JSON when \(Self.shown($0)) is filled in" } ?? "the body is not JSON"
            let problem = "\(what), and its Content-Type says that it is; correct one of them"
            value.refuse(problem, instead: Self.leftOut)
        }
    }

    /// Reports once that values were generated.
    static func tellGenerated(_ value: ImportValue) {
        value.differOnce(
            "random values and times, which Mockoon generates for each request",
            instead: "they were generated once, from a fixed seed, here and in the rest of the file"
        )
    }

    private static func firstTag(_ text: String) -> String? {
        guard let start = text.firstRange(of: "{{")?.lowerBound else { return nil }
        let rest = text[start...]
        return rest.firstRange(of: "}}").map { String(rest[..<$0.upperBound]) }
    }

    /// A tag for a note.
    private static func shown(_ tag: String) -> String { (tag.count > 120 ? "\(tag.prefix(120))…" : tag).quoted }
}

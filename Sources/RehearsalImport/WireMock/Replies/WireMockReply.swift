import Rehearsal
import RehearsalDocuments
import RehearsalRedaction

/// The reply of a mapping, as it is read from `response`.
struct WireMockReply {
    private(set) var reply: Scenario.Reply
    /// The name of the file that its body is, if it is one.
    private(set) var fileName: String?
    /// Its templates; nil if it has none.
    private let templates: WireMockTemplates?

    init(_ object: ImportObject, to request: WireMockRequest) {
        reply = Scenario.Reply(object.status("status"))
        let body = object["body"] ?? object["jsonBody"] ?? object["bodyFileName"]
        if let value = object["statusMessage"], let phrase = value.string() {
            if HeaderRules.isValue(phrase) {
                reply.reason = phrase
            } else {
                value.refuse("no reason phrase holds this")
            }
        }
        templates = WireMockTemplates(object, request)
        reply.addHeaders(object.named("headers")) { [templates] text, value in
            templates?.filling.text(text, at: value) ?? TemplateTranslation.literal(text)
        }
        setBody(object)
        if let templates, let body { tellOfValues(in: body, templates) }
        reply.setTiming(ofMapping: object)
        setFault(object["fault"])
        object["proxyBaseUrl"]?.refuse("a scenario never asks another server")
        // Without a proxy they say nothing.
        object.ignore("additionalProxyRequestHeaders", "removeProxyRequestHeaders", "proxyUrlPrefixToRemove")
        object.finish()
    }

    private mutating func setBody(_ object: ImportObject) {
        let names = ["body", "jsonBody", "base64Body", "bodyFileName"]
        let found = names.compactMap { name in object[name].map { (name, $0) } }
        for (_, other) in found.dropFirst() {
            other.differ("a second body", instead: "\(found[0].0) is sent")
        }
        guard let (name, value) = found.first else { return }
        switch name {
        case "body":
            guard let text = value.string() else { return }
            reply.setText(templates?.filling.text(text, at: value) ?? text, isTemplate: templates != nil)
        case "jsonBody":
            let json = value.node.value
            reply.set(.json(templates?.filling.json(json, at: value) ?? TemplateTranslation.literal(json)))
        case "base64Body":
            guard let text = value.string(), let bytes = Base64.decoded(text) else {
                return value.refuse("this is no Base64")
            }
            reply.set(.bytes(bytes))
        default: setFile(value)
        }
    }

    private mutating func setFile(_ value: ImportValue) {
        guard let name = value.string() else { return }
        guard !Template.isTemplate(name) else { return value.refuse("which file is sent is decided by a template") }
        guard let bytes = value.file.beside(name) else {
            return value.refuse("there is no file \(name.quoted) in __files, beside the mappings")
        }
        if let templates, !templates.areFilesPlain, let text = bytes.text, Template.isTemplate(text) {
            return reply.setText(templates.filling.text(text, at: value), isTemplate: true)
        }
        reply.set(.bytes(bytes))
        fileName = name
    }

    /// Names what WireMock does to values that templates fill in.
    private func tellOfValues(in value: ImportValue, _ templates: WireMockTemplates) {
        let isFile = value.path.hasSuffix("bodyFileName")
        if isFile, templates.areFilesPlain { return }
        let bytes = isFile ? value.node.string.flatMap { value.file.beside($0) } ?? [] : value.node.value.bytes()
        var text = String(decoding: bytes, as: UTF8.self)
        guard Template.isTemplate(text) else { return }
        if text.contains("jsonPath") {
            let problem = "WireMock writes null as nothing, and an object over several lines"
            value.differ(problem, instead: "a value of the body is filled in as JSON in one line")
        }
        for plain in ["{{{", "request.method", "request.baseUrl", "request.requestLine.method"] {
            text = text.replacing(plain, with: "")
        }
        guard text.contains("{{"), text.contains("request.") else { return }
        let problem = "WireMock escapes the characters of HTML in values between two braces"
        value.differ(problem, instead: "values are filled in as they are")
    }

    private mutating func setFault(_ value: ImportValue?) {
        guard let value, let name = value.string() else { return }
        let presets: [String: Fault.Preset] = [
            "EMPTY_RESPONSE": .emptyResponse, "MALFORMED_RESPONSE_CHUNK": .malformedResponseChunk,
            "RANDOM_DATA_THEN_CLOSE": .randomDataThenClose, "CONNECTION_RESET_BY_PEER": .connectionResetByPeer,
        ]
        if let preset = presets[name] {
            reply = reply.with(preset)
        } else {
            value.refuse("there is no fault \(name.quoted)")
        }
    }
}

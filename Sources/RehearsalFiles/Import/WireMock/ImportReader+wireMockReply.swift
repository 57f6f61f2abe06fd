import Rehearsal

extension ImportReader {
    /// Reads `response` of a mapping.
    ///
    /// - Returns: the reply, and the name of the file that its body is, if it is one.
    mutating func wireMockReply(
        _ object: ImportObject,
        to request: WireMockRequest,
    ) -> (reply: Scenario.Reply, fileName: String?) {
        var reply = Scenario.Reply(status(object["status"]))
        let body = object["body"] ?? object["jsonBody"] ?? object["bodyFileName"]
        if let value = object["statusMessage"], let phrase = string(value) {
            if HeaderRules.isValue(phrase) {
                reply.reason = phrase
            } else {
                refuse(value, "no reason phrase holds this")
            }
        }
        let words = templateWords(object, request)
        setHeaders(object["headers"], of: &reply, words)
        let fileName = setBody(object, of: &reply, words)
        if let words, let body { tellOfValues(in: body, words) }
        setTiming(object, of: &reply)
        setFault(object["fault"], of: &reply)
        if let proxy = object["proxyBaseUrl"] { refuse(proxy, "a scenario never asks another server") }
        // Without a proxy they say nothing.
        object.ignore("additionalProxyRequestHeaders", "removeProxyRequestHeaders", "proxyUrlPrefixToRemove")
        finish(object)
        return (reply, fileName)
    }

    /// What templates of the response may name; nil if it has none.
    private mutating func templateWords(_ object: ImportObject, _ request: WireMockRequest) -> WireMockTags? {
        var words = WireMockTags(segments: request.segments)
        var takes = false
        for value in array(object["transformers"]) {
            guard let name = string(value) else { continue }
            if name == "response-template" {
                takes = true
            } else {
                differ(value, "the extension \(name.quoted) is a program", instead: "the reply is sent without it")
            }
        }
        if let value = object["transformerParameters"], self.object(value) != nil {
            for member in value.members {
                if takes, member.name == "disableBodyFileTemplating" {
                    words.areFilesPlain = bool(member.value) ?? false
                } else if takes, let text = member.value.scalar {
                    words.parameters[member.name] = text
                } else {
                    differ(member.value, "parameters of an extension", instead: "the reply is sent without it")
                }
            }
        }
        return takes ? words : nil
    }

    private mutating func setHeaders(_ value: ImportValue?, of reply: inout Scenario.Reply, _ words: WireMockTags?) {
        guard let value, object(value) != nil else { return }
        for member in value.members {
            let values = member.value.node.kind == .array ? member.value.elements : [member.value]
            for one in values {
                guard let text = text(one) else { continue }
                let written =
                    words.map { filled(text, at: one, $0) }
                    ?? TemplateTranslation.literal(text)
                addHeader(member.name, written, at: one, to: &reply)
            }
        }
    }

    private mutating func setBody(
        _ object: ImportObject,
        of reply: inout Scenario.Reply,
        _ words: WireMockTags?,
    ) -> String? {
        let names = ["body", "jsonBody", "base64Body", "bodyFileName"]
        let found = names.compactMap { name in object[name].map { (name, $0) } }
        for (_, other) in found.dropFirst() {
            differ(other, "a second body", instead: "\(found[0].0) is sent")
        }
        guard let (name, value) = found.first else { return nil }
        switch name {
        case "body":
            guard let text = string(value) else { return nil }
            setText(words.map { filled(text, at: value, $0) } ?? text, of: &reply, isTemplate: words != nil)
        case "jsonBody":
            let json = value.node.value
            let written = words.map { filled(json, at: value, $0) } ?? TemplateTranslation.literal(json)
            reply.body = .json(written)
        case "base64Body":
            guard let text = string(value), let bytes = Base64.decoded(text) else {
                refuse(value, "this is no Base64")
                return nil
            }
            reply.body = .bytes(bytes)
        default:
            return setFile(value, of: &reply, words)
        }
        setNoType(of: &reply)
        return nil
    }

    private mutating func setFile(
        _ value: ImportValue,
        of reply: inout Scenario.Reply,
        _ words: WireMockTags?,
    ) -> String? {
        guard let name = string(value) else { return nil }
        guard !Template.isTemplate(name) else {
            refuse(value, "which file is sent is decided by a template")
            return nil
        }
        guard let bytes = file(name) else {
            refuse(value, "there is no file \(name.quoted) in __files, beside the mappings")
            return nil
        }
        if let words, !words.areFilesPlain, let text = bytes.text, Template.isTemplate(text) {
            setText(filled(text, at: value, words), of: &reply, isTemplate: true)
            return nil
        }
        reply.body = .bytes(bytes)
        setNoType(of: &reply)
        return name
    }

    /// Names what WireMock does to values that templates fill in.
    private mutating func tellOfValues(in value: ImportValue, _ words: WireMockTags) {
        let isFile = value.path.hasSuffix("bodyFileName")
        if isFile, words.areFilesPlain { return }
        let bytes = isFile ? value.node.string.flatMap { file($0) } ?? [] : value.node.value.bytes()
        var text = String(decoding: bytes, as: UTF8.self)
        guard Template.isTemplate(text) else { return }
        if text.contains("jsonPath") {
            let problem = "WireMock writes null as nothing, and an object over several lines"
            differ(value, problem, instead: "a value of the body is filled in as JSON in one line")
        }
        for plain in ["{{{", "request.method", "request.baseUrl", "request.requestLine.method"] {
            text = text.replacing(plain, with: "")
        }
        guard text.contains("{{"), text.contains("request.") else { return }
        let problem = "WireMock escapes the characters of HTML in values between two braces"
        differ(value, problem, instead: "values are filled in as they are")
    }

    private mutating func setFault(_ value: ImportValue?, of reply: inout Scenario.Reply) {
        guard let value, let name = string(value) else { return }
        let presets: [String: Fault.Preset] = [
            "EMPTY_RESPONSE": .emptyResponse, "MALFORMED_RESPONSE_CHUNK": .malformedResponseChunk,
            "RANDOM_DATA_THEN_CLOSE": .randomDataThenClose, "CONNECTION_RESET_BY_PEER": .connectionResetByPeer,
        ]
        if let preset = presets[name] {
            reply = reply.with(preset)
        } else {
            refuse(value, "there is no fault \(name.quoted)")
        }
    }
}

import Rehearsal

extension ImportReader {
    /// Reads `is` of a response.
    ///
    /// - Parameter standard: what is sent where it says nothing.
    mutating func mountebankReply(_ object: ImportObject, over standard: ImportValue?) -> Scenario.Reply {
        let other = standard.flatMap { self.object($0) }
        var reply = Scenario.Reply(status(object["statusCode"] ?? other?["statusCode"]))
        if let headers = object["headers"] ?? other?["headers"], self.object(headers) != nil {
            for member in headers.members {
                // A connection that is closed after each reply is what mountebank does unless it is told not to.
                if member.name.lowercased() == "connection" { continue }
                let values = member.value.node.kind == .array ? member.value.elements : [member.value]
                for value in values {
                    guard let text = text(value) else { continue }
                    addHeader(member.name, TemplateTranslation.literal(text), at: value, to: &reply)
                }
            }
        }
        let isBinary = string(object["_mode"] ?? other?["_mode"]) == "binary"
        if let body = object["body"] ?? other?["body"] { setBody(body, isBinary: isBinary, of: &reply) }
        return reply
    }

    private mutating func setBody(_ value: ImportValue, isBinary: Bool, of reply: inout Scenario.Reply) {
        switch value.node.kind {
        case .object, .array:
            reply.body = .json(TemplateTranslation.literal(value.node.value))
            setNoType(of: &reply)
        default:
            guard let text = text(value) else { return }
            guard isBinary else { return setText(text, of: &reply) }
            guard let bytes = Base64.decoded(text) else {
                refuse(
                    value,
                    "this is no Base64, although \"_mode\" is \"binary\"",
                    instead: "the response is left out"
                )
                return
            }
            reply.body = .bytes(bytes)
            setNoType(of: &reply)
        }
    }

    /// Reads what is done with a response before it is sent, as a list or, as it was before, an object.
    mutating func setBehaviors(_ object: ImportObject, of reply: inout Scenario.Reply) {
        reply.times = integer(object["repeat"], 1...1_000_000)
        for name in ["behaviors", "_behaviors"] {
            guard let value = object[name] else { continue }
            for element in value.node.kind == .array ? value.elements : [value] {
                guard let behaviors = self.object(element) else { continue }
                if let number = integer(behaviors["repeat"], 1...1_000_000) { reply.times = number }
                if let wait = behaviors["wait"] { self.wait(wait, of: &reply) }
                let copies = behaviors["copy"].map { $0.node.kind == .array ? $0.elements : [$0] } ?? []
                for copy in copies { self.copy(copy, of: &reply) }
                for name in ["lookup", "decorate", "shellTransform"] {
                    guard let part = behaviors[name] else { continue }
                    differ(part, "\(name.quoted) is a program", instead: "the response is sent without it")
                }
                finish(behaviors)
            }
        }
    }

    private mutating func wait(_ value: ImportValue, of reply: inout Scenario.Reply) {
        guard let text = value.scalar, let number = Int(text) else {
            differ(value, "how long it takes is decided by a program", instead: "it is sent at once")
            return
        }
        let before: Duration = if case .fixed(let delay) = reply.delay { delay } else { .zero }
        reply.delay = .fixed(before + .milliseconds(min(max(number, 0), 86_400_000)))
    }

    /// A part of the request that is put in the place of a token.
    private mutating func copy(_ value: ImportValue, of reply: inout Scenario.Reply) {
        guard let object = object(value) else { return }
        let token = string(object["into"]) ?? ""
        let from = object["from"]
        let using = self.object(object["using"])
        let method = string(using?["method"]) ?? ""
        let selector = string(using?["selector"]) ?? ""
        using?.ignore("options", "ns")
        if let using { finish(using) }
        finish(object)
        guard !token.isEmpty, let expression = Self.expression(from, method, selector) else {
            differ(value, "no template copies this", instead: "\(token.quoted) is sent as it stands")
            return
        }
        reply.replace("\(token)[0]", with: "{{\(expression)}}")
        reply.replace(token, with: "{{\(expression)}}")
    }

    /// What a template calls the part of a request that is copied; nil for what none does.
    private static func expression(_ from: ImportValue?, _ method: String, _ selector: String) -> String? {
        if method == "jsonpath" {
            guard from?.node.string == "body", let pointer = JSONPathTranslation.pointer(selector),
                !pointer.text.isEmpty,
                !pointer.text.contains(where: { " |}'\"".contains($0) })
            else { return nil }
            return "body.\(pointer.text)"
        }
        guard method == "regex", [".*", ".+", "^.*$", "^.+$"].contains(selector) else { return nil }
        if let name = from?.node.string { return ["body": "body", "method": "method"][name] }
        let kinds = ["query": "query", "headers": "header", "form": "form"]
        guard let part = from?.members.first, let kind = kinds[part.name], let name = part.value.node.string,
            !name.isEmpty, !name.contains(where: { " |}'\"".contains($0) })
        else { return nil }
        return "\(kind).\(name)"
    }
}

extension Scenario.Reply {
    /// Puts a template in the place of a token, wherever it stands.
    fileprivate mutating func replace(_ token: String, with template: String) {
        headers.fields = headers.fields.map { .init($0.name, $0.value?.replacing(token, with: template)) }
        switch body {
        case .text(let text): body = .text(text.replacing(token, with: template))
        case .json(let json): body = .json(json.replacing(token, with: template))
        default: break
        }
    }
}

extension JSON {
    fileprivate func replacing(_ token: String, with template: String) -> JSON {
        switch self {
        case .string(let text): .string(text.replacing(token, with: template))
        case .array(let elements): .array(elements.map { $0.replacing(token, with: template) })
        case .object(let members): .object(members.map { Member($0.name, $0.value.replacing(token, with: template)) })
        default: self
        }
    }
}

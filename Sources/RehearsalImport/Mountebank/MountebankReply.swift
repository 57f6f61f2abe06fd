import Rehearsal
import RehearsalRedaction

/// A response of a stub as a reply.
struct MountebankReply {
    private(set) var reply: Scenario.Reply

    init(_ reply: Scenario.Reply) { self.reply = reply }

    /// Reads `is` of a response.
    ///
    /// - Parameter standard: what is sent where it says nothing.
    init(_ object: ImportObject, over standard: ImportValue?) {
        let other = standard?.object()
        reply = Scenario.Reply((object["statusCode"] ?? other?["statusCode"])?.integer(100...999) ?? 200)
        // A connection that is closed after each reply is what mountebank does unless it is told not to.
        let headers = (object["headers"] ?? other?["headers"])?.named() ?? []
        reply.addHeaders(headers.filter { $0.name.lowercased() != "connection" })
        let isBinary = (object["_mode"] ?? other?["_mode"])?.string() == "binary"
        if let body = object["body"] ?? other?["body"] { setBody(body, isBinary: isBinary) }
    }

    private mutating func setBody(_ value: ImportValue, isBinary: Bool) {
        switch value.node.kind {
        case .object, .array: reply.set(.json(TemplateTranslation.literal(value.node.value)))
        default:
            guard let text = value.text() else { return }
            guard isBinary else { return reply.setText(text) }
            guard let bytes = Base64.decoded(text) else {
                let problem = "this is no Base64, although \"_mode\" is \"binary\""
                return value.refuse(problem, instead: "the response is left out")
            }
            reply.set(.bytes(bytes))
        }
    }

    /// Reads what is done with a response before it is sent, as a list or, as it was before, an object.
    mutating func setBehaviors(_ object: ImportObject) {
        reply.times = object.integer("repeat", 1...1_000_000)
        for name in ["behaviors", "_behaviors"] {
            guard let value = object[name] else { continue }
            for element in value.elementsOrSelf {
                guard let behaviors = element.object() else { continue }
                if let number = behaviors.integer("repeat", 1...1_000_000) { reply.times = number }
                if let wait = behaviors["wait"] { self.wait(wait) }
                let copies = behaviors["copy"].map(\.elementsOrSelf) ?? []
                for copy in copies { self.copy(copy) }
                for name in ["lookup", "decorate", "shellTransform"] {
                    guard let part = behaviors[name] else { continue }
                    part.differ("\(name.quoted) is a program", instead: "the response is sent without it")
                }
                behaviors.finish()
            }
        }
    }

    private mutating func wait(_ value: ImportValue) {
        guard let text = value.scalar, let number = Int(text) else {
            value.differ("how long it takes is decided by a program", instead: "it is sent at once")
            return
        }
        let before: Duration = if case .fixed(let delay) = reply.delay { delay } else { .zero }
        reply.delay = .fixed(before + .milliseconds(min(max(number, 0), 86_400_000)))
    }

    /// A part of the request that is put in the place of a token.
    private mutating func copy(_ value: ImportValue) {
        guard let object = value.object() else { return }
        let token = object.string("into") ?? ""
        let from = object["from"]
        let using = object.object("using")
        let method = using?.string("method") ?? ""
        let selector = using?.string("selector") ?? ""
        using?.ignore("options", "ns")
        using?.finish()
        object.finish()
        guard !token.isEmpty, let expression = Self.expression(from, method, selector) else {
            value.differ("no template copies this", instead: "\(token.quoted) is sent as it stands")
            return
        }
        reply.replace("\(token)[0]", with: "{{\(expression)}}")
        reply.replace(token, with: "{{\(expression)}}")
    }

    /// What a template calls the part of a request that is copied; nil for what none does.
    private static func expression(_ from: ImportValue?, _ method: String, _ selector: String) -> String? {
        if method == "jsonpath" { return from?.node.string == "body" ? TemplateExpression.place(selector) : nil }
        guard method == "regex", [".*", ".+", "^.*$", "^.+$"].contains(selector) else { return nil }
        if let name = from?.node.string { return ["body": "body", "method": "method"][name] }
        let kinds = ["query": "query", "headers": "header", "form": "form"]
        guard let part = from?.members.first, let kind = kinds[part.name], let name = part.value.node.string else {
            return nil
        }
        return TemplateExpression.part(kind, name)
    }
}

extension Scenario.Reply {
    /// Puts a template in the place of a token, wherever it stands.
    fileprivate mutating func replace(_ token: String, with template: String) {
        headers.fields = headers.fields.map { .init($0.name, $0.value?.replacing(token, with: template)) }
        switch body {
        case .text(let text): body = .text(text.replacing(token, with: template))
        case .json(let json): body = .json(json.mappingTexts(ofMembers: false) { $0.replacing(token, with: template) })
        default: break
        }
    }
}

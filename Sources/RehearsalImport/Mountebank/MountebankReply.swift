import Rehearsal
import RehearsalRedaction

/// A reply that was converted from a response of a stub.
struct MountebankReply {
    private(set) var reply: Scenario.Reply

    init(_ reply: Scenario.Reply) { self.reply = reply }

    /// Reads the member `is` of a response.
    ///
    /// - Parameter defaultResponse: The default response, for members that are missing in `is`.
    init(_ object: ImportObjectReader, defaults defaultResponse: ImportValue?) {
        let defaults = defaultResponse?.object()
        reply = Scenario.Reply((object["statusCode"] ?? defaults?["statusCode"])?.integer(100...999) ?? 200)
        // mountebank adds `Connection: close` by default, so this header is not a choice of the author.
        let headers = (object["headers"] ?? defaults?["headers"])?.checkedMembers() ?? []
        reply.addHeaders(headers.filter { $0.name.lowercased() != "connection" })
        let isBinary = (object["_mode"] ?? defaults?["_mode"])?.string() == "binary"
        if let body = object["body"] ?? defaults?["body"] { setBody(body, isBinary: isBinary) }
    }

    private mutating func setBody(_ value: ImportValue, isBinary: Bool) {
        switch value.node.kind {
        case .object, .array: reply.set(.json(TemplateTranslation.escapingBraces(value.node.value)))
        default:
            guard let text = value.text() else { return }
            guard isBinary else { return reply.setText(text) }
            guard let bytes = Base64.decoded(text) else {
                let problem = "this is not valid Base64, although \"_mode\" is \"binary\""
                return value.refuse(problem, instead: "the response is left out")
            }
            reply.set(.bytes(bytes))
        }
    }

    /// Reads the behaviors of a response: a list or, in old files, an object.
    mutating func setBehaviors(_ object: ImportObjectReader) {
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
                    part.noteDifference("\(name.quoted) is program code", instead: "the response is sent without it")
                }
                behaviors.noteUnreadMembers()
            }
        }
    }

    private mutating func wait(_ value: ImportValue) {
        guard let text = value.scalar, let number = Int(text) else {
            value.noteDifference("the delay is program code", instead: "the reply is sent without delay")
            return
        }
        let before: Duration = if case .fixed(let delay) = reply.delay { delay } else { .zero }
        reply.delay = .fixed(before + .milliseconds(min(max(number, 0), 86_400_000)))
    }

    /// Replaces a token in the reply by a template that copies a part of the request.
    private mutating func copy(_ value: ImportValue) {
        guard let object = value.object() else { return }
        let token = object.string("into") ?? ""
        let from = object["from"]
        let using = object.object("using")
        let method = using?.string("method") ?? ""
        let selector = using?.string("selector") ?? ""
        using?.ignore("options", "ns")
        using?.noteUnreadMembers()
        object.noteUnreadMembers()
        guard !token.isEmpty, let expression = Self.expression(from, method, selector) else {
            value.noteDifference("no template is equivalent to this copy", instead: "\(token.quoted) is sent as it is")
            return
        }
        reply.replace("\(token)[0]", with: "{{\(expression)}}")
        reply.replace(token, with: "{{\(expression)}}")
    }

    /// Returns the template expression for the copied part of the request; nil if there is none.
    private static func expression(_ from: ImportValue?, _ method: String, _ selector: String) -> String? {
        if method == "jsonpath" { return from?.node.string == "body" ? TemplateExpression.bodyValue(selector) : nil }
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
    /// Replaces a token by a template in the headers and the body.
    fileprivate mutating func replace(_ token: String, with template: String) {
        headers.fields = headers.fields.map { .init($0.name, $0.value?.replacing(token, with: template)) }
        switch body {
        case .text(let text): body = .text(text.replacing(token, with: template))
        case .json(let json): body = .json(json.mappingTexts(ofMembers: false) { $0.replacing(token, with: template) })
        default: break
        }
    }
}

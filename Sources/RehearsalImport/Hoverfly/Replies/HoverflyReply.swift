import Rehearsal
import RehearsalDocuments
import RehearsalRedaction

/// The reply of a pair, as it is read from `response`.
struct HoverflyReply {
    var reply: Scenario.Reply
    /// The name of the file that its body is, if it is one.
    private(set) var fileName: String?

    init(_ object: ImportObject, _ tags: HoverflyTags) {
        reply = Scenario.Reply(object.status("status"))
        let filling = object.bool("templated") ?? false ? tags.filling : nil
        reply.addHeaders(object.named("headers")) { text, value in
            filling?.text(text, at: value) ?? TemplateTranslation.literal(text)
        }
        setBody(object, filling)
        if let delay = object.milliseconds("fixedDelay") { reply.delay = .fixed(delay) }
        if let value = object.object("logNormalDelay") {
            reply.delay = HoverflyDelay.logNormal(value)
            value.finish()
        }
        reply.then = Self.change(object)
        if let action = object["postServeAction"], action.scalar?.isEmpty == false {
            action.differ("a scenario sends no requests of its own", instead: "nothing is sent")
        }
        object.finish()
    }

    private mutating func setBody(_ object: ImportObject, _ filling: TemplateFilling?) {
        let isEncoded = object.bool("encodedBody") ?? false
        let body = object["body"]
        if let file = object["bodyFile"], let name = file.string(), !name.isEmpty {
            guard let bytes = file.file.beside(name) else {
                return file.refuse("there is no file \(name.quoted) beside the simulation")
            }
            reply.set(.bytes(bytes))
            fileName = FileName.last(of: name)
            return
        }
        guard let body, let text = body.string() else { return }
        if isEncoded {
            guard let bytes = Base64.decoded(text) else {
                return body.refuse("this is no Base64, although \"encodedBody\" says so")
            }
            reply.set(.bytes(bytes))
        } else if let filling, Template.isTemplate(text) {
            reply.setText(filling.text(text, at: body), isTemplate: true)
        } else {
            reply.setText(text)
        }
    }

    /// States that are set, then those that are no more.
    private static func change(_ object: ImportObject) -> Scenario.Change {
        var change = Scenario.Change()
        for member in object.named("transitionsState") {
            guard let text = member.value.text() else { continue }
            change.set.append(JSON.Member(member.name, .string(TemplateTranslation.literal(text))))
        }
        for value in object.array("removesState") { if let name = value.string() { change.remove.append(name) } }
        return change
    }
}

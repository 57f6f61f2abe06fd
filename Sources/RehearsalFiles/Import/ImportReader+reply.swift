import Rehearsal

extension ImportReader {
    /// Fields of a head that a server writes itself: how long a body is, and how it is framed.
    private static let framing = ["content-length", "transfer-encoding", "connection", "keep-alive"]

    /// Adds a header of a reply; one that cannot be sent, or that says how the body is framed, is named and left out.
    mutating func addHeader(_ name: String, _ text: String, at value: ImportValue, to reply: inout Scenario.Reply) {
        guard HeaderRules.isToken(name), HeaderRules.isValue(text) else {
            differ(
                value,
                "\(name.quoted) cannot be sent as it is: a control character, or no name",
                instead: "it is left out"
            )
            return
        }
        guard !Self.framing.contains(name.lowercased()) else {
            differ(
                value,
                "\(name) says how the body is framed",
                instead: "it is left out: the server writes what is so"
            )
            return
        }
        reply.headers.append(name, text)
    }

    /// Sends a text as it is, without a type that nobody asked for.
    ///
    /// - Parameter isTemplate: the text is one of ours already.
    mutating func setText(_ text: String, of reply: inout Scenario.Reply, isTemplate: Bool = false) {
        let type = MediaType(reply.headers["Content-Type"] ?? "")
        let written = isTemplate ? text : TemplateTranslation.literal(text)
        // A document is easier to edit than a text; white space around its parts is all that is lost.
        if type.isJSON, !isTemplate, let json = JSONText.value(text) {
            reply.body = .json(TemplateTranslation.literal(json))
        } else {
            reply.body = text.isEmpty ? .none : .text(written)
        }
        setNoType(of: &reply)
    }

    /// Where no header says a type, none is sent.
    func setNoType(of reply: inout Scenario.Reply) {
        if case .none = reply.body { return }
        if !reply.headers.names("Content-Type") { reply.headers.append("Content-Type", nil) }
    }

    /// A status that a reply can have.
    mutating func status(_ value: ImportValue?) -> Int { integer(value, 100...999) ?? 200 }

    /// Translates Handlebars, and names each tag that nothing says.
    mutating func translate(
        _ text: String,
        at value: ImportValue,
        _ meaning: (TemplateTranslation.Tag) -> TemplateTranslation.Meaning?,
    ) -> String {
        let translation = TemplateTranslation(text, meaning)
        for tag in translation.unknown.prefix(20) {
            differ(value, "no template says \(tag.quoted)", instead: "it is sent as it stands here")
        }
        return translation.text
    }

    /// The same for each string of a document.
    mutating func translate(
        _ json: JSON,
        at value: ImportValue,
        _ meaning: (TemplateTranslation.Tag) -> TemplateTranslation.Meaning?,
    ) -> JSON {
        switch json {
        case .string(let text): return .string(translate(text, at: value, meaning))
        case .array(let elements):
            var translated: [JSON] = []
            for element in elements { translated.append(translate(element, at: value, meaning)) }
            return .array(translated)
        case .object(let members):
            var translated: [JSON.Member] = []
            for member in members {
                let name = translate(member.name, at: value, meaning)
                translated.append(JSON.Member(name, translate(member.value, at: value, meaning)))
            }
            return .object(translated)
        default: return json
        }
    }
}

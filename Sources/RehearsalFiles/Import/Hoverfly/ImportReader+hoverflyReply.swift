import Rehearsal

extension ImportReader {
    /// Reads `response` of a pair.
    ///
    /// - Returns: the reply, and the name of the file that its body is, if it is one.
    mutating func hoverflyReply(_ object: ImportObject, _ tags: HoverflyTags) -> (
        reply: Scenario.Reply, fileName: String?
    ) {
        var reply = Scenario.Reply(status(object["status"]))
        let isTemplate = bool(object["templated"]) ?? false
        if let headers = object["headers"], self.object(headers) != nil {
            for member in headers.members {
                let values = member.value.node.kind == .array ? member.value.elements : [member.value]
                for value in values {
                    guard let text = text(value) else { continue }
                    let written =
                        isTemplate ? translate(text, at: value, tags.meaning) : TemplateTranslation.literal(text)
                    addHeader(member.name, written, at: value, to: &reply)
                }
            }
        }
        let fileName = setHoverflyBody(object, of: &reply, isTemplate ? tags : nil)
        if let delay = milliseconds(object["fixedDelay"]) { reply.delay = .fixed(delay) }
        if let value = self.object(object["logNormalDelay"]) {
            reply.delay = hoverflyDelay(value)
            finish(value)
        }
        reply.then = hoverflyChange(object)
        if let action = object["postServeAction"], action.scalar?.isEmpty == false {
            differ(action, "a scenario sends no requests of its own", instead: "nothing is sent")
        }
        finish(object)
        return (reply, fileName)
    }

    private mutating func setHoverflyBody(
        _ object: ImportObject,
        of reply: inout Scenario.Reply,
        _ tags: HoverflyTags?,
    ) -> String? {
        let isEncoded = bool(object["encodedBody"]) ?? false
        let body = object["body"]
        if let file = object["bodyFile"], let name = string(file), !name.isEmpty {
            guard let bytes = self.file(name) else {
                refuse(file, "there is no file \(name.quoted) beside the simulation")
                return nil
            }
            reply.body = .bytes(bytes)
            setNoType(of: &reply)
            return FileName.last(of: name)
        }
        guard let body, let text = string(body) else { return nil }
        if isEncoded {
            guard let bytes = Base64.decoded(text) else {
                refuse(body, "this is no Base64, although \"encodedBody\" says so")
                return nil
            }
            reply.body = .bytes(bytes)
            setNoType(of: &reply)
        } else if let tags, Template.isTemplate(text) {
            setText(translate(text, at: body, tags.meaning), of: &reply, isTemplate: true)
        } else {
            setText(text, of: &reply)
        }
        return nil
    }

    /// States that are set, then those that are no more.
    private mutating func hoverflyChange(_ object: ImportObject) -> Scenario.Change {
        var change = Scenario.Change()
        if let value = object["transitionsState"], self.object(value) != nil {
            for member in value.members {
                guard let text = text(member.value) else { continue }
                change.set.append(JSON.Member(member.name, .string(TemplateTranslation.literal(text))))
            }
        }
        for value in array(object["removesState"]) { if let name = string(value) { change.remove.append(name) } }
        return change
    }

    /// A distribution by its mean and its median, in milliseconds.
    mutating func hoverflyDelay(_ object: ImportObject) -> Fault.Delay {
        let median = number(object["median"]) ?? 0
        let mean = number(object["mean"]) ?? median
        for name in ["min", "max"] {
            guard let value = object[name], (number(value) ?? 0) > 0 else { continue }
            differ(value, "the \(name == "min" ? "shortest" : "longest") delay", instead: "there is none here")
        }
        // The mean of such a distribution is the median times e to half of the variance.
        let variance = median > 0 && mean > median ? 2 * Exponential.logarithm(mean / median) : 0
        return Self.logNormal(median: median, sigma: variance.squareRoot())
    }
}

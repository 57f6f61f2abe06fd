import Rehearsal
import RehearsalPlatform

extension DocumentReader {
    /// - Parameter method: of the requests that get the reply, if it is known.
    mutating func reply(_ node: JSONDocument.Node, to method: Scenario.Method? = nil) -> Scenario.Reply? {
        guard let fields = fields(of: node, .reply) else { return nil }
        var reply = Scenario.Reply()
        let isWhole = setContent(fields, of: &reply)
        if isWhole { edit(&reply, fields) }
        refuseBesideBody(fields)
        checkTemplates(of: fields)
        if let status = integer(fields["status"], in: "\"status\"", 0...999) {
            // What was recorded beside another status is its phrase.
            if status != reply.status { reply.reason = nil }
            reply.status = status
        }
        if let reason = fields["reason"] { reply.reason = headerValue(reason, in: "\"reason\"") }
        if let headers = fields["headers"] { setHeaders(headers, of: &reply) }
        if let times = integer(fields["times"], in: "\"times\"", 1...Int.max) { reply.times = times }
        setTiming(fields, of: &reply)
        if let required = fields["required"] { reply.isRequired = bool(required, in: "\"required\"") ?? false }
        reply.hold = hold(fields)
        reply.then = change(fields["then"])
        if let node = fields["fault"] {
            let faults = faults(node)
            reply.faults = faults.map(\.fault)
            if isWhole { tellUnseen(faults, of: reply, to: method) }
        }
        return reply
    }

    /// A reply that a policy gives, which has no turns and changes nothing.
    mutating func policyReply(_ node: JSONDocument.Node?, see topic: String) -> Scenario.Reply? {
        guard let node, let reply = reply(node) else { return nil }
        // Its policy has no path of its own.
        checkTemplateUses([])
        for member in node.members where ["times", "then", "required"].contains(member.name) {
            let message = "\(member.name.quoted) is about the turns of an endpoint, and a policy has none"
            report(.conflict, at: member.nameRange, message, hint: "remove it", see: topic)
        }
        if let fault = reply.faults.first(where: { if case .requestBody = $0.stage { true } else { false } }),
            let node = node["fault"]
        {
            let message = "\(fault) would come before the request is decided about"
            report(.badValue, at: node.range, message, hint: #"write "at": "beforeHead""#, see: topic)
        }
        return reply
    }

    /// What the reply carries; false if that could not be read.
    private mutating func setContent(_ fields: Fields, of reply: inout Scenario.Reply) -> Bool {
        let bodies = fields.members(KnownKeys.bodies)
        for other in bodies.dropFirst() {
            let message = "a reply has one body, this one has \(bodies[0].name.quoted) and \(other.name.quoted)"
            report(.conflict, at: other.nameRange, message, hint: "keep one of them")
        }
        guard let body = bodies.first else { return true }
        if body.name == "recording" {
            // The recorded reply comes first, so that what stands beside it changes it.
            guard let recorded = recordedReply(body.value) else { return false }
            reply = recorded
        } else {
            guard let content = self.body(body, fields) else { return false }
            reply.body = content
            if body.name == "html" { reply.headers.append("Content-Type", "text/html; charset=utf-8") }
        }
        return true
    }

    /// What can be said of a head that we write, or of a stream of events, and is said of something else.
    private mutating func refuseBesideBody(_ fields: Fields) {
        if fields["raw"] != nil {
            for member in fields.members(["status", "reason", "headers"]) {
                let message = "\"raw\" is the whole reply, its head too, so \(member.name.quoted) would not be sent"
                report(.conflict, at: member.nameRange, message, hint: "write it into \"raw\"", see: "raw")
            }
        }
        if fields["events"] == nil, let member = fields.member("forever") {
            let message = "only \"events\" go on for ever"
            report(.conflict, at: member.nameRange, message, hint: "remove it", see: "events")
        }
    }

    mutating func hold(_ fields: Fields) -> Scenario.Hold? {
        var hold = Scenario.Hold()
        if let node = fields["hold"], let name = string(node, in: "\"hold\"") {
            if name.isEmpty {
                report(.badValue, at: node.range, "a hold needs a name to be released by", hint: #"write "list""#)
            }
            hold.name = name
        }
        if let until = fields["until"], let fields = self.fields(of: until, .until) {
            hold.untilWaiting = integer(fields["waiting"], in: "\"waiting\"", 1...Int.max)
        }
        return hold == Scenario.Hold() ? nil : hold
    }

    private mutating func setHeaders(_ node: JSONDocument.Node, of reply: inout Scenario.Reply) {
        let fields = headers(node)
        reply.headers.fields.removeAll { old in
            fields.contains { Scenario.Headers.isSameName($0.name, old.name) }
        }
        reply.headers.fields += fields
    }

    /// Header lines in order; null for one that is not sent.
    mutating func headers(_ node: JSONDocument.Node) -> [Scenario.Headers.Field] {
        guard expect(node, .object, in: "\"headers\"") else { return [] }
        var fields: [Scenario.Headers.Field] = []
        for member in named(node, in: "\"headers\"") {
            guard HeaderRules.isToken(member.name) else {
                report(.badValue, at: member.nameRange, "\(member.name.quoted) is no name of a header")
                continue
            }
            switch member.value.kind {
            case .null:
                fields.append(Scenario.Headers.Field(member.name, nil))
            case .array:
                for element in member.value.elements {
                    guard let value = headerValue(element, in: member.name.quoted) else { continue }
                    fields.append(Scenario.Headers.Field(member.name, value))
                }
            default:
                guard let value = headerValue(member.value, in: member.name.quoted) else { continue }
                fields.append(Scenario.Headers.Field(member.name, value))
            }
        }
        return fields
    }

    private mutating func headerValue(_ node: JSONDocument.Node, in what: String) -> String? {
        guard
            let value = scalar(node, in: what, hint: #"write a string, a number, a list of them, or null to send none"#)
        else { return nil }
        guard HeaderRules.isValue(value) else {
            report(.badValue, at: node.range, "\(what) holds a control character, which would break the head")
            return nil
        }
        return value
    }

    private mutating func body(_ member: JSONDocument.Member, _ fields: Fields) -> Scenario.Body? {
        let node = member.value
        switch member.name {
        case "json": return .json(node.value)
        case "problem": return expect(node, .object, in: "\"problem\"") ? .problem(node.value) : nil
        case "text", "html": return string(node, in: member.name.quoted).map { .text($0) }
        case "base64": return base64(node).map { .bytes($0) }
        case "events": return events(node, fields)
        case "raw": return raw(node)
        default: return file(node)
        }
    }

    mutating func file(_ node: JSONDocument.Node) -> Scenario.Body? {
        guard let name = string(node, in: "\"file\""), let library = files(for: node) else { return nil }
        let candidates = [FileName.join(FileName.folder(of: source.path), name)]
        guard let found = locate(name, candidates, at: node, in: library) else { return nil }
        do throws(FileSystem.Failure) {
            return .bytes(try library.bytes(of: found.real), type: FileType.mediaType(of: found.real))
        } catch {
            report(.unreadableFile, at: node.range, error.sentence(about: found.shown))
            return nil
        }
    }
}

import Rehearsal

extension DocumentReader {
    /// One endpoint; nil if what it is about cannot be told. What is wrong with the rest of it is said.
    mutating func endpoint(_ node: JSONDocument.Node) -> Scenario.Endpoint? {
        let errors = self.errors
        guard let fields = fields(of: node, .endpoint) else { return nil }
        let target = target(fields, of: "an endpoint")
        let when = fields["when"].flatMap { self.condition($0) }
        let overlay = overlay(fields)
        var replies = replies(fields, to: target?.0)
        if let node = fields["required"], bool(node, in: "\"required\"") == true {
            for index in replies.indices { replies[index].isRequired = true }
        }
        let afterLast = fields["afterLast"].flatMap { self.afterLast($0) }
        let per = per(fields["per"])
        let then = change(fields["then"])
        let priority = integer(fields["priority"], in: "\"priority\"", Int.min...Int.max)
        guard let (method, path) = target else { return nil }
        checkCaptures(fields, path)
        var endpoint = Scenario.Endpoint(method, path, when: when, replies: replies, afterLast: afterLast)
        endpoint.priority = priority ?? 0
        (endpoint.per, endpoint.then, endpoint.overlay) = (per, then, overlay)
        endpoint.place = "\(source.path):\(source.line(of: node.range.lowerBound))"
        if errors == self.errors { refuseIllegal(endpoint, fields) }
        return endpoint
    }

    /// What is right in each part, and not of all of them together.
    private mutating func refuseIllegal(_ endpoint: Scenario.Endpoint, _ fields: Fields) {
        if endpoint.replies.isEmpty, endpoint.overlay.isEmpty {
            let message = "the endpoint has no \"replies\", and nothing of it says anything to lay over those of others"
            let hint = #"write "replies": [{ "json": {} }]"#
            report(.missingKey, at: fields.node.range.prefix(1), message, hint: hint, see: "endpoint")
            return
        }
        guard let segments = try? endpoint.path.segments(), let reason = endpoint.illegality(segments) else { return }
        let replies = fields["replies"].map { Array($0.elements) } ?? []
        let fault = endpoint.illegalReply.flatMap { replies.indices.contains($0) ? replies[$0]["fault"] : nil }
        let place = (fault ?? fields["fault"])?.range ?? fields.node.range.prefix(1)
        let faults = endpoint.overlay.faults + (endpoint.illegalReply.map { endpoint.replies[$0].faults } ?? [])
        let hint =
            Fault.conflict(in: faults) == reason
            ? #"keep one of them, or let them take turns with "first" and "skip""# : #"write "at": "beforeHead""#
        report(.conflict, at: place, reason, hint: hint, see: "fault")
    }

    /// The method and the path of an endpoint, or of something that names requests as endpoints do.
    mutating func target(_ fields: Fields, of what: String) -> (Scenario.Method, Scenario.PathPattern)? {
        let named = fields.members(KnownKeys.methods + ["method"])
        guard let first = named.first else {
            let brace = fields.node.range.prefix(1)
            let hint = #"write "get": "/path", or "method": "PURGE" and "path": "/path""#
            report(.missingKey, at: brace, "\(what) needs a method and a path", hint: hint, see: "endpoint")
            return nil
        }
        for other in named.dropFirst() {
            let message = "\(what) has one method, this one has \(first.name.quoted) and \(other.name.quoted)"
            report(.conflict, at: other.nameRange, message, hint: "write two, or one with \"any\"")
        }
        guard first.name == "method" else {
            if let path = fields.member("path") {
                let message = "the path is there twice, in \(first.name.quoted) and in \"path\""
                report(.conflict, at: path.nameRange, message, hint: "remove \"path\"")
            }
            let method: Scenario.Method = first.name == "any" ? .any : .init(rawValue: first.name.uppercased())
            return path(first.value, in: first.name.quoted).map { (method, $0) }
        }
        guard let node = fields["path"] else {
            report(.missingKey, at: first.nameRange, "\(what) with \"method\" needs a \"path\"", see: "endpoint")
            return nil
        }
        guard let method = method(first.value), let path = path(node, in: "\"path\"") else { return nil }
        return (method, path)
    }

    private mutating func method(_ node: JSONDocument.Node) -> Scenario.Method? {
        guard let name = string(node, in: "\"method\"") else { return nil }
        guard HeaderRules.isToken(name), name != "*" else {
            report(.badValue, at: node.range, "\(name.quoted) is no method", hint: "write it as in \"PURGE\"")
            return nil
        }
        if KnownKeys.methods.contains(name) {
            report(
                .badValue,
                at: node.range,
                "methods are case-sensitive: a client that sends \(name.uppercased().quoted) does not mean this one",
                hint: "write \(name.uppercased().quoted)",
                severity: .warning,
            )
        }
        return Scenario.Method(rawValue: name)
    }

    mutating func path(_ node: JSONDocument.Node, in what: String) -> Scenario.PathPattern? {
        guard let text = string(node, in: what) else { return nil }
        let pattern = Scenario.PathPattern(text)
        do throws(Scenario.PathPattern.Malformed) {
            _ = try pattern.segments()
            return pattern
        } catch {
            report(.badValue, at: node.range, "\(text.quoted) is no path: \(error.reason)", see: "endpoint")
            return nil
        }
    }

    private mutating func replies(_ fields: Fields, to method: Scenario.Method?) -> [Scenario.Reply] {
        let hint = #"write "replies": [{ "json": {} }]"#
        guard let node = fields["replies"] else {
            refuseWithoutReplies(fields, hint: hint)
            return []
        }
        guard expect(node, .array, in: "\"replies\"") else { return [] }
        if !node.elements.contains(where: { _ in true }) {
            report(
                .badValue,
                at: node.range,
                "\"replies\" is empty: the endpoint would have nothing to say",
                hint: hint
            )
        }
        var replies: [Scenario.Reply] = []
        for element in node.elements {
            if let reply = reply(element, to: method) { replies.append(reply) }
        }
        return replies
    }

    private mutating func afterLast(_ node: JSONDocument.Node) -> Scenario.AfterLast? {
        guard let name = string(node, in: "\"afterLast\"") else { return nil }
        if let value = Scenario.AfterLast(rawValue: name) { return value }
        let names = Scenario.AfterLast.allCases.map(\.rawValue)
        report(
            .badValue,
            at: node.range,
            "\"afterLast\" is one of \(names.map(\.quoted).joined(separator: ", ")), found \(name.quoted)",
            hint: NearestName.hint(for: name, in: names),
        )
        return nil
    }
}

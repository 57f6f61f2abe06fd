import Rehearsal

extension DocumentReader {
    private static let states = ["open", "refusing", "resetting", "closing", "silent", "bytes", "slow"]

    /// How connections are treated, one state after the other.
    mutating func network(_ node: JSONDocument.Node) -> [Scenario.Network]? {
        guard expect(node, .array, in: "\"network\"") else { return nil }
        var states: [Scenario.Network] = []
        var endless: JSONDocument.Node?
        for element in node.elements {
            if let endless {
                let line = source.line(of: endless.range.lowerBound)
                let message = "this state is never reached: the one before it, in line \(line), has no \"until\""
                let hint = #"write "until": { "connections": 2 } into that one"#
                report(.badValue, at: element.range.prefix(1), message, hint: hint, see: "network")
            }
            if element.kind == .object { endless = element["until"] == nil ? element : nil }
            if let state = state(element) { states.append(state) }
        }
        return states
    }

    private mutating func state(_ node: JSONDocument.Node) -> Scenario.Network? {
        guard let fields = fields(of: node, .network) else { return nil }
        guard let kind = fields["is"] else {
            let hint = #"write "is": "resetting""#
            report(.missingKey, at: node.range.prefix(1), "a state needs an \"is\"", hint: hint, see: "network")
            return nil
        }
        guard let name = choice(kind, "\"is\"", Self.states, see: "network") else { return nil }
        refuseForeign(fields, name)
        let state = treatment(name, fields)
        let moment = moment(fields, name)
        let until = fields["until"].flatMap { self.until($0, name) }
        guard let state, let moment, fields["until"] == nil || until != nil else { return nil }
        return Scenario.Network(state, on: moment, until: until)
    }

    private mutating func treatment(_ name: String, _ fields: Fields) -> Scenario.Network.State? {
        switch name {
        case "open": return .open
        case "refusing": return .refusing
        case "resetting": return .resetting
        case "closing": return .closing
        case "silent": return .silent
        case "bytes": return needed("base64", of: name, fields).flatMap { base64($0) }.map { .bytes($0) }
        default: return needed("delay", of: name, fields).flatMap { delay($0, in: "\"delay\"") }.map { .slow($0) }
        }
    }

    private static let attributes = ["bytes": "base64", "slow": "delay"]
    private static let examples = [
        "bytes": #"{ "is": "bytes", "base64": "FQMDAAICKA==" }"#, "slow": #"{ "is": "slow", "delay": "2s" }"#,
    ]

    private mutating func needed(_ key: String, of name: String, _ fields: Fields) -> JSONDocument.Node? {
        if let node = fields[key] { return node }
        let hint = Self.examples[name].map { "write \($0)" }
        let range = fields["is"]?.range ?? fields.node.range.prefix(1)
        report(.missingKey, at: range, "\(name) needs \(key.quoted)", hint: hint, see: "network")
        return nil
    }

    private mutating func refuseForeign(_ fields: Fields, _ name: String) {
        for member in fields.members(["base64", "delay"]) where Self.attributes[name] != member.name {
            let owner = member.name == "delay" ? "slow" : "bytes"
            let message = "only \(owner) has \(member.name.quoted), and this is \(name)"
            let hint = Self.examples[owner].map { "for example \($0)" }
            report(.conflict, at: member.nameRange, message, hint: hint, see: "network")
        }
    }

    private mutating func moment(_ fields: Fields, _ name: String) -> Scenario.Network.Moment? {
        guard let node = fields["on"] else { return .accept }
        let names = Scenario.Network.Moment.allCases.map(\.rawValue)
        guard let text = choice(node, "\"on\"", names, see: "network") else { return nil }
        let why: String? =
            switch name {
            case "refusing": "a connection that is refused sends no ClientHello"
            case "open": "a connection that is open is served from the start"
            case "slow": "a connection that is slow is served later from the start"
            default: nil
            }
        if text == "clientHello", let why {
            let hint = "leave \"on\" out, or write closing, resetting, silent or bytes"
            report(.badValue, at: node.range, "\(name) cannot be on clientHello: \(why)", hint: hint, see: "network")
            return nil
        }
        return Scenario.Network.Moment(rawValue: text)
    }

    private mutating func until(_ node: JSONDocument.Node, _ name: String) -> Scenario.Network.Until? {
        guard let fields = fields(of: node, .networkUntil) else { return nil }
        let given = fields.members(KnownKeys.networkUntil.names)
        guard let member = given.first, given.count == 1 else {
            if given.isEmpty, node.members.contains(where: { _ in true }) { return nil }
            let message = given.isEmpty ? "\"until\" says no end" : "a state has one end"
            let hint = #"write { "connections": 2 }, { "after": "10s" } or { "released": "up" }"#
            report(.badValue, at: given.dropFirst().first?.nameRange ?? node.range, message, hint: hint, see: "network")
            return nil
        }
        switch member.name {
        case "connections": return connections(member, name)
        case "after": return duration(member.value, in: "\"after\"").map { .after($0) }
        default: return released(member.value)
        }
    }

    private mutating func connections(_ member: JSONDocument.Member, _ name: String) -> Scenario.Network.Until? {
        if name == "refusing" {
            let message = "connections that are refused never reach the backend, so none of them can be counted"
            let hint = #"write { "after": "10s" } or { "released": "up" }"#
            report(.badValue, at: member.nameRange, message, hint: hint, see: "network")
            return nil
        }
        return integer(member.value, in: "\"connections\"", 1...Int.max, hint: #"write { "connections": 2 }"#).map {
            .connections($0)
        }
    }

    private mutating func released(_ node: JSONDocument.Node) -> Scenario.Network.Until? {
        guard let name = string(node, in: "\"released\"") else { return nil }
        if !name.isEmpty { return .released(name) }
        report(
            .badValue,
            at: node.range,
            "a state needs a name to be released by",
            hint: #"write "up""#,
            see: "network"
        )
        return nil
    }
}

import Rehearsal

/// The format of `network`: the consecutive states in which new connections are treated.
enum NetworkFormat {
    /// A state of connections: its name, and the other keys that it permits.
    private struct Kind: Sendable {
        let name: String
        /// The state; nil if it is created from an attribute.
        var state: Scenario.Network.State?
        /// The additional key that the state requires.
        var attribute: String?
        var example = ""
        /// The reason why the state does not permit `"on": "clientHello"`; nil if it does.
        var notOnClientHello: String?
        /// Whether the connections in this state can be counted.
        var isCounted = true
    }

    private static let kinds = [
        Kind(name: "open", state: .open, notOnClientHello: "an open connection is served from its first byte"),
        Kind(
            name: "refusing",
            state: .refusing,
            notOnClientHello: "on a refused connection the client sends no ClientHello",
            isCounted: false
        ),
        Kind(name: "resetting", state: .resetting),
        Kind(name: "closing", state: .closing),
        Kind(name: "silent", state: .silent),
        Kind(name: "bytes", attribute: "base64", example: #"{ "is": "bytes", "base64": "FQMDAAICKA==" }"#),
        Kind(
            name: "slow",
            attribute: "delay",
            example: #"{ "is": "slow", "delay": "2s" }"#,
            notOnClientHello: "the delay of a slow connection starts when the server accepts it"
        ),
    ]

    private static func kind(of fields: ObjectReader) -> Kind? {
        kinds.first { $0.name == fields["is"]?.node.string }
    }

    /// The format of the consecutive states; each except the last has an `until`.
    static let states = ValueFormat<[Scenario.Network]>(.list(.ref("networkState"))) { value in
        guard value.expect(.array) else { return nil }
        var states: [Scenario.Network] = []
        var endless: JSONDocument.Node?
        for element in value.elements {
            if let endless {
                let line = value.reader.source.line(of: endless.range.lowerBound)
                let message = "this state is never reached: the one before it, in line \(line), has no \"until\""
                let hint = #"add "until": { "connections": 2 } to it"#
                value.reader.report(.badValue, at: element.range.prefix(1), message, hint: hint, see: "network")
            }
            if element.kind == .object { endless = element["until"] == nil ? element.node : nil }
            if let state = state.read(element) { states.append(state) }
        }
        return states
    } write: { states in
        JSON.list(states.map { state.write($0) })
    }

    static let state = ObjectFormat<Scenario.Network>(
        "networkState",
        "a state of \"network\"",
        topic: "network",
        new: { Scenario.Network(.open) },
        fields: [
            KeyFormat("is", "the treatment of new connections", .enumeration(kinds.map(\.name))) { fields, network in
                guard let kind = kind(of: fields) else { return false }
                rejectForeignKeys(fields, kind)
                guard let key = kind.attribute else {
                    network.state = kind.state ?? network.state
                    return true
                }
                if fields[key] != nil { return true }
                let message = "\(kind.name) needs \(key.quoted)"
                let range = fields["is"]?.range ?? fields.node.range.prefix(1)
                fields.reader.report(.missingKey, at: range, message, hint: "write \(kind.example)", see: "network")
                return false
            } write: {
                [JSON.Member("is", .string($0.state.name))]
            },
            KeyFormat("on", "the point in a connection at which the server begins the treatment", moment.shape) {
                fields,
                network in
                guard let value = fields["on"] else { return true }
                guard let on = moment.read(value) else { return false }
                network.on = on
                guard let kind = kind(of: fields), on == .clientHello, let reason = kind.notOnClientHello else {
                    return true
                }
                let message = "\(kind.name) does not permit \"on\": \"clientHello\": \(reason)"
                let hint = "omit \"on\", or write closing, resetting, silent or bytes"
                value.report(message, hint: hint, see: "network")
                return false
            } write: { network in
                network.on == .accept ? [] : [JSON.Member("on", .string(network.on.rawValue))]
            },
            KeyFormat("until", "the condition that begins the next state", .ref("networkUntil")) { fields, network in
                guard let value = fields["until"] else { return true }
                network.until = until(value, isCounted: kind(of: fields)?.isCounted ?? true)
                return network.until != nil
            } write: { network in
                guard network.until != nil else { return [] }
                return until.write(network.until).map { [JSON.Member("until", $0)] }
            },
            attribute(
                "base64",
                "the bytes to send",
                of: "bytes",
                ValueFormat.base64.case({ .bytes($0) }, { if case .bytes(let bytes) = $0 { bytes } else { nil } })
            ),
            attribute(
                "delay",
                "the delay before the connection is served",
                of: "slow",
                ValueFormat.delay.case({ .slow($0) }, { if case .slow(let delay) = $0 { delay } else { nil } })
            ),
        ]
    )
    .ordered(writtenLast: ["until"])
    .before { fields, _ in
        guard let value = fields["is"] else {
            fields.reportMissing("a state needs an \"is\"", hint: #"write "is": "resetting""#)
            return false
        }
        return value.choice(kinds.map(\.name), see: "network") != nil
    }

    private static let moment = ValueFormat<Scenario.Network.ConnectionPhase>.word(see: "network")

    /// Returns the key of an attribute that only one state has.
    private static func attribute(
        _ name: String,
        _ purpose: String,
        of owner: String,
        _ format: ValueFormat<Scenario.Network.State>,
    ) -> KeyFormat<Scenario.Network> {
        KeyFormat(name, purpose, format.shape) { fields, network in
            guard fields[name] != nil, kind(of: fields)?.name == owner else { return true }
            guard let state = fields.value(name, format) else { return false }
            network.state = state
            return true
        } write: { network in
            format.write(network.state).map { [JSON.Member(name, $0)] } ?? []
        }
    }

    private static func rejectForeignKeys(_ fields: ObjectReader, _ kind: Kind) {
        for member in fields.members(["base64", "delay"]) where kind.attribute != member.name {
            guard let owner = kinds.first(where: { $0.attribute == member.name }) else { continue }
            let message = "only \(owner.name) has \(member.name.quoted), and this is \(kind.name)"
            let hint = "for example \(owner.example)"
            fields.reportConflict(member, message, hint: hint, see: "network")
        }
    }

    // MARK: The end of a state

    static let until = ObjectFormat<Scenario.Network.Until?>(
        "networkUntil",
        "\"until\" of a state",
        topic: "network",
        new: { nil },
        fields: [
            KeyFormat(
                "connections",
                "the number of connections in this state after which the next state begins",
                .integer(1...Int.max, hint: #"write { "connections": 2 }"#)
            ) {
                .connections($0)
            } take: {
                if case .connections(let count) = $0 { count } else { nil }
            },
            KeyFormat("after", "the time after which the next state begins", .duration) {
                .after($0)
            } take: {
                if case .after(let duration) = $0 { duration } else { nil }
            },
            KeyFormat(
                "released",
                "the name whose release begins the next state",
                .name("\"released\" needs a name", hint: #"write "up""#, see: "network")
            ) {
                .released($0)
            } take: {
                if case .released(let name) = $0 { name } else { nil }
            },
        ],
        rules: [.exactlyOne(["connections", "after", "released"])]
    )

    private static func until(_ value: DocumentValue, isCounted: Bool) -> Scenario.Network.Until? {
        guard let fields = until.fields(of: value) else { return nil }
        let only = fields.onlyMember(
            none: "\"until\" has no condition",
            several: "\"until\" has more than one condition",
            hint: #"write { "connections": 2 }, { "after": "10s" } or { "released": "up" }"#
        )
        guard let only else { return nil }
        if only.name == "connections", !isCounted {
            let message = "refused connections do not reach the backend, which therefore cannot count them"
            let hint = #"write { "after": "10s" } or { "released": "up" }"#
            value.reader.report(.badValue, at: only.nameRange, message, hint: hint, see: "network")
            return nil
        }
        return until.read(fields) ?? nil
    }

    // MARK: Schema

    /// The definition of each state, with the keys that it permits.
    static let definitions: [ScenarioSchema.Definition] = [
        .init(state.keys, .anyOf(kinds.map { .object(object($0)) })), until.definition,
    ]

    private static func object(_ kind: Kind) -> ObjectShape {
        var fields = state.keys.fields.filter {
            !["base64", "delay"].contains($0.name) || $0.name == kind.attribute
        }
        for index in fields.indices {
            switch fields[index].name {
            case "is": fields[index].value = .enumeration([kind.name])
            case "on" where kind.notOnClientHello != nil: fields[index].value = .enumeration(["accept"])
            case "until" where !kind.isCounted:
                let ends = until.keys.fields.filter { $0.name != "connections" }
                fields[index].value = .object(ObjectShape(fields: ends, rules: [.exactlyOne(ends.map(\.name))]))
            default: break
            }
        }
        return ObjectShape(fields: fields, rules: [.required(["is"] + (kind.attribute.map { [$0] } ?? []))])
    }

    static let topic = Topic(
        "network",
        """
        the first state begins with the scenario, the others when the previous one ends; after the last, connections are open
          open        the server answers requests
          refusing    the port is closed; the server does not see these connections, so it cannot count them
          resetting   the server closes the connection with RST
          closing     the server closes the connection with FIN
          silent      the server sends nothing while the client stays connected
          bytes       the server sends the bytes of "base64", then FIN
          slow        the server answers requests after "delay"
        "on" is "accept" (the default), or "clientHello" for resetting, closing, silent and bytes
        "until": { "connections": 2 }, { "after": "10s" } or { "released": "up" }; only the last state may omit it
        """,
        example: #"""
            "network": [{ "is": "resetting", "until": { "connections": 2 } }, { "is": "refusing", "until": { "after": "1s" } }]
            """#
    )
}

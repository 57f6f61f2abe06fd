package import Rehearsal

extension Scenario {
    /// A hash of the behaviour of this scenario: scenarios that answer differently have different digests.
    ///
    /// The digest excludes names, summaries and source locations, so that moving a file does not change it.
    package var digest: UInt64 { ScenarioDigest(of: self).value }
}

/// The hash of the behaviour of a scenario (FNV-1a, 64 bits).
struct ScenarioDigest {
    private(set) var value = StableHash.basis

    /// Names in reflected descriptions, each with the former name that the digest still uses.
    private static let formerNames = [
        ("RehearsalJSON.", "Rehearsal."), (".Network.ConnectionPhase.", ".Network.Moment."),
        (".ValueCondition.", ".PointedValue."),
    ]

    init(of scenario: Scenario) {
        add(scenario.seed.map(String.init) ?? "")
        if !scenario.network.isEmpty { add(describing: scenario.network) }
        if !scenario.state.isEmpty { add(JSON.object(scenario.state).bytes()) }
        if scenario.cors { add("cors") }
        let policies = DocumentFormat.policyMembers(of: scenario)
        if !policies.isEmpty {
            add(JSON.object(policies).bytes())
            for reply in scenario.policyReplies { add(reply) }
        }
        for endpoint in scenario.endpoints {
            add(endpoint.method.rawValue)
            add(endpoint.path.text)
            add("\(endpoint.priority) \(endpoint.layer) \(endpoint.afterLast?.rawValue ?? "")")
            if let when = endpoint.when { add(when) }
            add(endpoint)
            for reply in endpoint.replies { add(reply) }
        }
    }

    /// Adds a part, followed by a byte that UTF-8 does not contain, so that the parts remain distinct.
    private mutating func add(_ bytes: [UInt8]) { value = StableHash.step(StableHash.of(bytes, from: value), 0xFF) }

    private mutating func add(_ text: String) { value = StableHash.step(StableHash.of(text, from: value), 0xFF) }

    /// Adds the reflected description of a value.
    ///
    /// Reflection includes the names of modules and types; ``formerNames`` keeps the digests of earlier versions.
    private mutating func add(describing value: Any) {
        var text = String(describing: value)
        for (name, former) in Self.formerNames { text = text.replacing(name, with: former) }
        add(text)
    }

    /// Adds a condition as JSON, which costs a tenth of describing it by reflection.
    private mutating func add(_ condition: Scenario.Condition) {
        var condition = condition
        for item in condition.exactQuery ?? [] {
            add(item.name)
            add(item.value)
        }
        if condition.exactQuery != nil { add("exactly") }
        condition.exactQuery = nil
        if let document = condition.document { add(document.bytes()) } else { add(describing: condition) }
    }

    /// Adds the optional properties that an endpoint has. Absent ones are not added, so that older digests stay valid.
    private mutating func add(_ endpoint: Scenario.Endpoint) {
        if endpoint.isNoise { add("noise") }
        if endpoint.per != .endpoint { add("\(endpoint.per)") }
        if !endpoint.then.isEmpty { add(describing: endpoint.then) }
        if !endpoint.overlay.isEmpty {
            var reply = Scenario.Reply(0)
            reply = endpoint.overlay.applied(over: reply)
            add(reply)
        }
        for named in endpoint.named {
            add("named \(named.name)")
            add(named.reply)
        }
    }

    private mutating func add(_ reply: Scenario.Reply) {
        if !reply.then.isEmpty { add(describing: reply.then) }
        for edit in reply.edits { add(describing: edit) }
        add("\(reply.status) \(reply.times ?? 0) \(reply.delay) \(reply.bodyDelay) \(reply.reason ?? "")")
        add("\(reply.pace ?? 0) \(reply.uploadPace ?? 0) \(reply.isEarly)")
        for field in reply.headers.fields { add("\(field.name): \(field.value ?? "\u{0}")") }
        for fault in reply.faults {
            add("\(fault) \(fault.occurrence)")
            add(fault.effect.details)
        }
        if let hold = reply.hold { add("\(hold)") }
        switch reply.body {
        case .none: add("none")
        case .json(let json): add(json.bytes())
        case .problem(let json): add([0x70] + json.bytes())
        case .text(let text): add(text)
        case .bytes(let bytes, let type):
            add(type ?? "")
            add(bytes)
        case .events(let events, let forever): add(describing: "\(events) \(forever)")
        case .raw(let pieces):
            for piece in pieces {
                add("\(piece.after)")
                add(piece.bytes)
            }
        }
    }
}

extension Fault.Effect {
    /// The parameters of the effect that its name does not include.
    fileprivate var details: [UInt8] {
        switch self {
        case .replaceBytes(let bytes), .extraBytes(let bytes): bytes
        case .stall(let duration): Array("\(duration.map { "\($0)" } ?? "")".utf8)
        case .delay(let delay): Array("\(delay)".utf8)
        case .slice(_, let every): Array("\(every)".utf8)
        case .corruptAt(let offsets): Array("\(offsets)".utf8)
        case .close, .reset, .halfClose, .drip, .corrupt, .wrongLength: []
        }
    }
}

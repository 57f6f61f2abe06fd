import Rehearsal

/// Replies: the head, one body, the turns, and what happens while they are sent.
enum ReplyFormat {
    /// A reply that is being read.
    struct Draft: Sendable {
        var reply = Scenario.Reply()
        /// Whether its body could be read.
        var isWhole = true
        var faults: [PlacedFault] = []
    }

    static let reply = ObjectFormat<Draft>(
        "reply",
        "a reply",
        topic: "reply",
        new: { Draft() },
        fields: head + BodyFormat.fields + turns + TimingFormat.pace(\.reply.delays, \.reply.pace, \.reply.uploadPace)
            + [early] + TimingFormat.hold(\.reply.hold) + outcome,
        rules: [
            .atMostOne(BodyFormat.kinds), .needs("forever", ["events"]), .needs("edit", ["recording"]),
            .needs("remove", ["recording"]), .excludes("raw", ["status", "reason", "headers"]),
        ]
    )
    .ordered(
        schemaLast: ["delay", "pace", "uploadPace", "hold", "until", "fault", "then", "required"],
        writtenLast: ["then"]
    )
    .before { fields, draft in
        draft.isWhole = BodyFormat.read(fields, into: &draft.reply)
        if draft.isWhole { RecordedEdit.apply(fields, to: &draft.reply) }
        refuseBesideBody(fields)
        fields.reader.checkTemplates(of: fields)
        return true
    }

    private static let head: [Field<Draft>] = [
        Field("status", "200 if nothing is said", .integer(0...999)) { fields, draft in
            guard let status = fields.value("status", .integer(0...999)) else { return true }
            // What was recorded beside another status is its phrase.
            if status != draft.reply.status { draft.reply.reason = nil }
            draft.reply.status = status
            return true
        } write: { draft in
            draft.reply.status == 200 ? [] : [JSON.Member("status", JSON(integerLiteral: draft.reply.status))]
        },
        Field("reason", "the phrase after the status", .headerLine, \.reply.reason),
        Field("headers", "header lines by name: a value, a list, or null for one that is not sent", .ref("headers")) {
            fields,
            draft in
            guard let value = fields["headers"] else { return true }
            let headers = value.headers()
            draft.reply.headers.fields.removeAll { old in
                headers.contains { Scenario.Headers.isSameName($0.name, old.name) }
            }
            draft.reply.headers.fields += headers
            return true
        } write: { draft in
            let headers = draft.reply.headers.members(adding: draft.reply.body.statedType)
            return headers.isEmpty ? [] : [JSON.Member("headers", .object(headers))]
        },
    ]

    private static let turns: [Field<Draft>] = [
        Field("edit", "values in a recorded body by their places", .map(.any, names: ScenarioSchema.pointer)),
        Field(
            "remove",
            "places in a recorded body that are taken out",
            .list(.string(pattern: ScenarioSchema.pointer))
        ),
        Field(
            "forever",
            "the events begin again after the last",
            Shape.bool,
            write: { if case .events(_, true) = $0.reply.body { [JSON.Member("forever", true)] } else { [] } }
        ),
        Field("times", "how many requests get it; 1 if more replies follow", .integer(1...Int.max), \.reply.times),
    ]

    private static let early = Field<Draft>(
        "early",
        "it is sent when the head of the request is read, before its body",
        .bool,
        \.reply.isEarly,
        standard: false
    )

    private static let outcome: [Field<Draft>] = [
        Field("fault", FaultFormat.purpose, .ref("faults")) { fields, draft in
            draft.faults = fields["fault"].map { FaultFormat.faults($0) } ?? []
            draft.reply.faults = draft.faults.map(\.fault)
            return true
        } write: { draft in
            draft.reply.faults.isEmpty ? [] : [JSON.Member("fault", draft.reply.faults.document)]
        },
        Field("then", "what it changes", ChangeFormat.change.value, \.reply.then) { $0.isEmpty },
        Field(
            "required",
            "it has to be given once, or it is a finding",
            .bool,
            \.reply.isRequired,
            standard: false
        ),
    ]

    /// - Parameter method: of the requests that get the reply, if it is known.
    static func read(_ value: DocumentValue, to method: Scenario.Method? = nil) -> Scenario.Reply? {
        guard let draft = reply.read(value) else { return nil }
        if draft.isWhole { UnseenFaults(draft, to: method).report(to: value.reader) }
        return draft.reply
    }

    /// The keys about the turns of an endpoint.
    private static let aboutTurns = ["times", "then", "required"]

    /// A reply that a policy gives, which has no turns and changes nothing.
    static func policyReply(see topic: String) -> ValueFormat<Scenario.Reply> {
        ValueFormat(.ref("policyReply")) { value in
            guard let reply = read(value) else { return nil }
            // Its policy has no path of its own.
            value.reader.checkTemplateUses([])
            for member in value.members where aboutTurns.contains(member.name) {
                let message = "\(member.name.quoted) is about the turns of an endpoint, and a policy has none"
                value.reader.report(.conflict, at: member.nameRange, message, hint: "remove it", see: topic)
            }
            if let fault = reply.faults.first(where: { if case .requestBody = $0.stage { true } else { false } }),
                let node = value["fault"]
            {
                let message = "\(fault) would come before the request is decided about"
                value.reader.report(.badValue, at: node.range, message, hint: #"write "at": "beforeHead""#, see: topic)
            }
            return reply
        } write: {
            $0.document
        }
    }

    /// A reply without what is about the turns of an endpoint.
    static let policyDefinition = ScenarioSchema.Definition(
        "policyReply",
        {
            var object = reply.object
            object.fields.removeAll { aboutTurns.contains($0.name) }
            return .object(object)
        }()
    )

    /// What can be said of a head that we write, or of a stream of events, and is said of something else.
    private static func refuseBesideBody(_ fields: Fields) {
        if fields["raw"] != nil {
            for member in fields.members(["status", "reason", "headers"]) {
                let message = "\"raw\" is the whole reply, its head too, so \(member.name.quoted) would not be sent"
                fields.conflict(member, message, hint: "write it into \"raw\"", see: "raw")
            }
        }
        if fields["events"] == nil, let member = fields.member("forever") {
            let message = "only \"events\" go on for ever"
            fields.conflict(member, message, hint: "remove it", see: "events")
        }
    }

    static let topic = Topic(
        "reply",
        """
        one body: json, problem, text, html, base64, file, recording, events or raw; none is an empty one
        "delay" comes before the first byte: see --explain delay
        "pace" is how fast the reply is sent, "uploadPace" how fast the request's body is read: "20KB/s" (B, KB, MB)
        a reply with status 200 heeds what the request asks (RFC 9110 §13, §14):
          with ETag or Last-Modified, If-None-Match and If-Modified-Since (304), If-Match and If-Unmodified-Since (412);
          for other methods those are asked of what GET would be answered now, and a 412 changes nothing
          with "Accept-Ranges": "bytes", Range and If-Range (206, 416)
          an endpoint whose "when" names such a header field answers it itself: its reply is sent as it is
        "early": true sends the reply when the head of the request has been read, before its body
        """,
        example: #"{ "status": 503, "headers": { "Retry-After": 1 }, "problem": {}, "times": 2, "delay": "300ms" }"#
    )
}

extension Scenario.Reply {
    /// As documents write it.
    var document: JSON { ReplyFormat.reply.write(.init(reply: self)) ?? .object([]) }
}

// MARK: Headers

extension DocumentValue {
    /// Header lines in order; null for one that is not sent.
    func headers() -> [Scenario.Headers.Field] {
        guard expect(.object) else { return [] }
        return named().flatMap { member -> [Scenario.Headers.Field] in
            guard HeaderRules.isToken(member.name) else {
                reader.report(.badValue, at: member.nameRange, "\(member.name.quoted) is no name of a header")
                return []
            }
            if member.value.kind == .null { return [Scenario.Headers.Field(member.name, nil)] }
            return value(of: member).each.compactMap { value in
                value.headerLine().map { Scenario.Headers.Field(member.name, $0) }
            }
        }
    }

    func headerLine() -> String? {
        let hint = #"write a string, a number, a list of them, or null to send none"#
        guard let value = scalar(hint: hint) else { return nil }
        if HeaderRules.isValue(value) { return value }
        return refuse("\(what) holds a control character, which would break the head")
    }
}

extension Scenario.Headers {
    /// A member a name, with a list of values where it is there several times.
    func members(adding type: String?) -> [JSON.Member] {
        var names: [String] = []
        var values: [String: [JSON]] = [:]
        for field in fields {
            if values[field.name.lowercased()] == nil { names.append(field.name) }
            values[field.name.lowercased(), default: []].append(field.value.map(JSON.string) ?? .null)
        }
        var members = names.map { name in
            let values = values[name.lowercased()] ?? []
            return JSON.Member(name, values.count == 1 ? values[0] : .array(values))
        }
        if let type, !self.names("Content-Type") { members.append(.init("Content-Type", .string(type))) }
        return members
    }
}

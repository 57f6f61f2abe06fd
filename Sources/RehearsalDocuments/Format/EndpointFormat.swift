import Rehearsal

/// Endpoints: the requests, the replies in turn, and what is laid over replies.
enum EndpointFormat {
    static let endpoint = ObjectFormat<Scenario.Endpoint>(
        "endpoint",
        "an endpoint",
        topic: "endpoint",
        new: { Scenario.Endpoint(.any, "/", replies: []) },
        fields: TargetFormat.fields(\.method, \.path) + own + overlay + [
            Field("required", "each reply has to be given once, or it is a finding", .bool) { fields, endpoint in
                if fields.value("required", .bool) == true {
                    for index in endpoint.replies.indices { endpoint.replies[index].isRequired = true }
                }
                return true
            }
        ],
        rules: [TargetFormat.oneMethod] + TargetFormat.pathRules + [
            .atLeastOne(["replies"] + overlay.map(\.key.name)),
            .needs("afterLast", ["replies"]), .needs("per", ["replies"]), .needs("then", ["replies"]),
            .needs("required", ["replies"]),
        ]
    )
    .ordered(writtenLast: ["per", "then", "afterLast", "priority"])
    .after { fields, endpoint in
        check(endpoint, fields)
        endpoint.place = fields.reader.place(of: fields.node)
        if fields.isRight { refuseIllegal(endpoint, fields) }
        return true
    }

    private static let own: [Field<Scenario.Endpoint>] = [
        Field("when", "what a request must show beyond its method and path", .ref("when")) { fields, endpoint in
            endpoint.when = fields.value("when", ConditionFormat.when.value)
            return true
        } write: { endpoint in
            endpoint.when?.document.map { [JSON.Member("when", $0)] } ?? []
        },
        Field("replies", "what it answers, in turn", .list(.ref("reply"), count: 1...Int.max)) { fields, endpoint in
            endpoint.replies = replies(fields, to: endpoint.method)
            return true
        } write: { endpoint in
            endpoint.replies.isEmpty ? [] : [JSON.Member("replies", .array(endpoint.replies.map(\.document)))]
        },
        Field(
            "afterLast",
            "what comes after the last reply: it again, 501, the first again, or the next endpoint",
            .word(),
            \.afterLast
        ),
        Field(
            "per",
            "whose turns are counted: \"endpoint\", \"target\", \"connection\", \"{id}\" or \"header:Name\"",
            .per(see: "endpoint"),
            \.per,
            standard: .endpoint
        ),
        Field(
            "priority",
            "the higher is asked first; 0 if nothing is said",
            .integer(Int.min...Int.max),
            \.priority,
            standard: 0
        ),
        Field("then", "what each reply changes", ChangeFormat.change.value, \.then) { $0.isEmpty },
    ]

    /// What is laid over its own replies, or over those of others.
    private static let overlay: [Field<Scenario.Endpoint>] =
        [
            Field("headers", "header lines by name; null for one that is not sent", .ref("headers")) {
                fields,
                endpoint in
                guard let headers = fields["headers"] else { return true }
                endpoint.overlay.headers = Scenario.Headers(headers.headers())
                fields.reader.checkTemplates(headers.node)
                return true
            } write: { endpoint in
                let headers = endpoint.overlay.headers.members(adding: nil)
                return headers.isEmpty ? [] : [JSON.Member("headers", .object(headers))]
            }
        ] + TimingFormat.pace(\.overlay.delays, \.overlay.pace, \.overlay.uploadPace)
        + TimingFormat.hold(\.overlay.hold)
        + [FaultFormat.field(\.overlay.faults)]

    private static let replyHint = #"write "replies": [{ "json": {} }]"#

    private static func replies(_ fields: Fields, to method: Scenario.Method) -> [Scenario.Reply] {
        guard let value = fields["replies"] else {
            refuseWithoutReplies(fields)
            return []
        }
        guard value.expect(.array) else { return [] }
        if value.node.isEmpty {
            let message = "\"replies\" is empty: the endpoint would have nothing to say"
            value.report(message, hint: replyHint)
        }
        return value.elements.compactMap { ReplyFormat.read($0, to: method) }
    }

    /// An endpoint without replies lays something over those of others, and says nothing that needs replies.
    private static func refuseWithoutReplies(_ fields: Fields) {
        guard fields.members(overlay.map(\.key.name)).isEmpty else {
            for member in fields.members(["afterLast", "per", "then", "required"]) {
                let message = "\(member.name.quoted) is about replies, and this endpoint has none: it lies over others"
                fields.conflict(member, message, hint: replyHint, see: "endpoint")
            }
            return
        }
        let range = fields.members(TargetFormat.keys).first?.nameRange ?? fields.node.range.prefix(1)
        let message = "an endpoint has \"replies\", or a fault, a delay, headers or a hold to lay over those of others"
        fields.reader.report(.missingKey, at: range, message, hint: replyHint, see: "endpoint")
    }

    /// Checks every placeholder that the endpoint asks for.
    private static func check(_ endpoint: Scenario.Endpoint, _ fields: Fields) {
        let names = Captures.names(in: endpoint.path)
        if let value = fields["per"], let text = value.node.string, text.hasPrefix("{") {
            Captures.check(String(text.dropFirst().dropLast()), at: value.range, names, to: fields.reader)
        }
        if let when = fields["when"] { Captures.check(in: when.node, names, to: fields.reader) }
        fields.reader.checkTemplateUses(names)
    }

    /// Refuses what is right in each part, and not of all of them together.
    private static func refuseIllegal(_ endpoint: Scenario.Endpoint, _ fields: Fields) {
        if endpoint.replies.isEmpty, endpoint.overlay.isEmpty {
            let message = "the endpoint has no \"replies\", and nothing of it says anything to lay over those of others"
            fields.missing(message, hint: replyHint)
            return
        }
        guard let segments = try? endpoint.path.segments(), let reason = endpoint.illegality(segments) else { return }
        let replies = fields["replies"].map { Array($0.elements) } ?? []
        let fault = endpoint.illegalReply.flatMap { replies.indices.contains($0) ? replies[$0]["fault"] : nil }
        let place = (fault ?? fields["fault"]?.node)?.range ?? fields.node.range.prefix(1)
        let faults = endpoint.overlay.faults + (endpoint.illegalReply.map { endpoint.replies[$0].faults } ?? [])
        let hint = Fault.conflict(in: faults) == reason ? FaultFormat.conflictHint : #"write "at": "beforeHead""#
        fields.reader.report(.conflict, at: place, reason, hint: hint, see: "fault")
    }

    static let topic = Topic(
        "endpoint",
        """
        which one is asked first: this file before what it extends, then the higher "priority" (0), then what lies over
          others, then one with "when" before one without, then the more specific path, then the order in the file
        a path has {name}, {name:int} or * for one segment, ** at its end for all that is left
        "afterLast" is "repeat" (the last reply goes on), "fail" (501), "cycle", or "next": the next endpoint answers
        "per" says whose turns are counted: "endpoint", "target", "{id}", "header:Authorization", "connection"
        without "replies" it lies over others: see --explain overlay
        """,
        example: #"{ "get": "/users/{id}", "replies": [{ "json": {} }], "afterLast": "fail" }"#
    )

    static let overlayTopic = Topic(
        "overlay",
        """
        an endpoint without "replies" answers nothing: it lays its fault, delay, pace, headers or hold over whatever
          answers below it; faults of replies stay, but what ends a reply comes once: from the uppermost
        beside "replies" the same keys hold for each of them
        """,
        example: #"{ "any": "/**", "delay": "300ms", "fault": { "effect": "reset", "at": "beforeHead", "first": 2 } }"#
    )
}

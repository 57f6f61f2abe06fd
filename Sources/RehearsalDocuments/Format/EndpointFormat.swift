import Rehearsal

/// The format of endpoints: the matching requests, the sequence of replies, and overlays.
enum EndpointFormat {
    static let endpoint = ObjectFormat<Scenario.Endpoint>(
        "endpoint",
        "an endpoint",
        topic: "endpoint",
        new: { Scenario.Endpoint(.any, "/", replies: []) },
        fields: TargetFormat.fields(\.method, \.path) + replyKeys + overlay + [
            KeyFormat("required", "whether the run reports each reply that was never sent", .bool) { fields, endpoint in
                if fields.value("required", .bool) == true {
                    for index in endpoint.replies.indices { endpoint.replies[index].isRequired = true }
                }
                return true
            }
        ],
        rules: [TargetFormat.oneMethod] + TargetFormat.pathRules + [
            .atLeastOne(["replies"] + overlay.map(\.key.name)),
            .needs("afterLast", ["replies"]), .needs("per", ["replies"]), .needs("then", ["replies"]),
            .needs("named", ["replies"]),
            .needs("required", ["replies"]),
        ]
    )
    .ordered(writtenLast: ["named", "per", "then", "afterLast", "priority"])
    .after { fields, endpoint in
        check(endpoint, fields)
        endpoint.sourceLocation = fields.reader.place(of: fields.node)
        if fields.isValid { rejectIllegal(endpoint, fields) }
        return true
    }

    private static let replyKeys: [KeyFormat<Scenario.Endpoint>] = [
        KeyFormat("when", "the conditions on a request beyond its method and path", .ref("when")) { fields, endpoint in
            endpoint.when = fields.value("when", ConditionFormat.when.value)
            return true
        } write: { endpoint in
            endpoint.when?.document.map { [JSON.Member("when", $0)] } ?? []
        },
        KeyFormat(
            "replies",
            "the replies, in the order in which they are sent",
            .list(.ref("reply"), count: 1...Int.max)
        ) { fields, endpoint in
            endpoint.replies = replies(fields, to: endpoint.method)
            return true
        } write: { endpoint in
            endpoint.replies.isEmpty ? [] : [JSON.Member("replies", .array(endpoint.replies.map(\.document)))]
        },
        KeyFormat(
            "named",
            "replies by name that a request selects with Prefer: code=STATUS or example=NAME, or with Accept",
            .dictionary(.ref("reply"))
        ) { fields, endpoint in
            endpoint.named = named(fields, to: endpoint.method)
            return true
        } write: { endpoint in
            let members = endpoint.named.map { JSON.Member($0.name, $0.reply.document) }
            return members.isEmpty ? [] : [JSON.Member("named", .object(members))]
        },
        KeyFormat(
            "afterLast",
            "the action after the last reply: repeat it, fail (501), cycle from the first, or try the next endpoint",
            .word(),
            \.afterLast
        ),
        KeyFormat(
            "per",
            "the scope of the reply sequence: \"endpoint\", \"target\", \"connection\", \"{id}\" or \"header:Name\"",
            .per(see: "endpoint"),
            \.per,
            default: .endpoint
        ),
        KeyFormat(
            "priority",
            "the precedence among matching endpoints: the highest is used; 0 by default",
            .integer(Int.min...Int.max),
            \.priority,
            default: 0
        ),
        KeyFormat("then", "the changes that each reply makes to variables", ChangeFormat.change.value, \.then) {
            $0.isEmpty
        },
    ]

    /// The keys that apply to the replies of the endpoint itself or, without `replies`, of other endpoints.
    private static let overlay: [KeyFormat<Scenario.Endpoint>] =
        [
            KeyFormat("headers", "header fields by name; null for a field that is not sent", .ref("headers")) {
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

    private static func replies(_ fields: ObjectReader, to method: Scenario.Method) -> [Scenario.Reply] {
        guard let value = fields["replies"] else {
            rejectWithoutReplies(fields)
            return []
        }
        guard value.expect(.array) else { return [] }
        if value.node.isEmpty {
            let message = "\"replies\" is empty: the endpoint needs at least one reply"
            value.report(message, hint: replyHint)
        }
        return value.elements.compactMap { ReplyFormat.read($0, to: method) }
    }

    private static func named(_ fields: ObjectReader, to method: Scenario.Method) -> [Scenario.NamedReply] {
        guard let value = fields["named"], value.expect(.object) else { return [] }
        return value.uniqueMembers().compactMap { member in
            ReplyFormat.read(value.value(of: member), to: method).map { Scenario.NamedReply(member.name, $0) }
        }
    }

    /// Reports an endpoint that has neither replies nor an overlay, and the keys of an overlay that need replies.
    private static func rejectWithoutReplies(_ fields: ObjectReader) {
        guard fields.members(overlay.map(\.key.name)).isEmpty else {
            for member in fields.members(["afterLast", "per", "then", "required", "named"]) {
                let message = "\(member.name.quoted) applies to replies, and this endpoint has none: it is an overlay"
                fields.reportConflict(member, message, hint: replyHint, see: "endpoint")
            }
            return
        }
        let range = fields.members(TargetFormat.keys).first?.nameRange ?? fields.node.range.prefix(1)
        let message =
            "an endpoint needs \"replies\", or a fault, a delay, headers or a hold to apply to other endpoints"
        fields.reader.report(.missingKey, at: range, message, hint: replyHint, see: "endpoint")
    }

    /// Checks that the path has every placeholder that the endpoint uses.
    private static func check(_ endpoint: Scenario.Endpoint, _ fields: ObjectReader) {
        let names = PlaceholderCheck.names(in: endpoint.path)
        if let value = fields["per"], let text = value.node.string, text.hasPrefix("{") {
            PlaceholderCheck.check(String(text.dropFirst().dropLast()), at: value.range, names, to: fields.reader)
        }
        if let when = fields["when"] { PlaceholderCheck.check(in: when.node, names, to: fields.reader) }
        fields.reader.resolveTemplateUses(names)
    }

    /// Reports combinations that are not valid although each part is valid.
    private static func rejectIllegal(_ endpoint: Scenario.Endpoint, _ fields: ObjectReader) {
        if endpoint.replies.isEmpty, endpoint.overlay.isEmpty {
            let message = "the endpoint has no \"replies\", and nothing to apply to other endpoints"
            fields.reportMissing(message, hint: replyHint)
            return
        }
        guard let segments = try? endpoint.path.segments(), let reason = endpoint.validationFailure(segments) else {
            return
        }
        let replies = fields["replies"].map { Array($0.elements) } ?? []
        let fault = endpoint.firstInvalidReply.flatMap { replies.indices.contains($0) ? replies[$0]["fault"] : nil }
        let place = (fault ?? fields["fault"]?.node)?.range ?? fields.node.range.prefix(1)
        let faults = endpoint.overlay.faults + (endpoint.firstInvalidReply.map { endpoint.replies[$0].faults } ?? [])
        let hint = Fault.conflict(in: faults) == reason ? FaultFormat.conflictHint : #"write "at": "beforeHead""#
        fields.reader.report(.conflict, at: place, reason, hint: hint, see: "fault")
    }

    static let topic = Topic(
        "endpoint",
        """
        precedence: this file before those that it extends, then the higher "priority" (0 by default), then an overlay, then
          an endpoint with "when", then the more specific path, then the order in the file
        a path has {name}, {name:int} or * for one segment, and ** at its end for all remaining segments
        "afterLast" is "repeat" (the last reply), "fail" (501), "cycle" (from the first), or "next" (try the next endpoint)
        "named" has further replies, which only a request with Prefer: code=404 or Prefer: example=NAME receives, or one
          whose Accept prefers their media type; they do not advance the sequence
        "per" is the scope of the reply sequence: with "{id}", each value of {id} has its own sequence; also "endpoint",
          "target", "header:Authorization" or "connection"
        without "replies" the endpoint is an overlay: see --explain overlay
        """,
        example: #"{ "get": "/users/{id}", "replies": [{ "json": {} }], "afterLast": "fail" }"#
    )

    static let overlayTopic = Topic(
        "overlay",
        """
        an endpoint without "replies" does not answer: it applies its fault, delay, pace, headers or hold to the reply of the
          next matching endpoint
        that reply keeps its faults; if several faults end it, only the fault of the first matching overlay is used
        in an endpoint with "replies", the same keys apply to each reply
        """,
        example: #"{ "any": "/**", "delay": "300ms", "fault": { "effect": "reset", "at": "beforeHead", "first": 2 } }"#
    )
}

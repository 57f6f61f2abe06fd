import Rehearsal

/// The format of replies: the head, one body, the number of repetitions, and the timing and faults of transmission.
enum ReplyFormat {
    /// The part of a reply that has been read, with the positions of its faults.
    struct Draft: Sendable {
        var reply = Scenario.Reply()
        /// Whether the body was read without an error.
        var isValid = true
        var faults: [LocatedFault] = []
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
        draft.isValid = BodyFormat.read(fields, into: &draft.reply)
        if draft.isValid { RecordedEdit.apply(fields, to: &draft.reply) }
        rejectBesideBody(fields)
        fields.reader.checkTemplates(of: fields)
        return true
    }

    private static let head: [KeyFormat<Draft>] = [
        KeyFormat("status", "the status code; 200 by default", .integer(0...999)) { fields, draft in
            guard let status = fields.value("status", .integer(0...999)) else { return true }
            // The recorded phrase belongs to the recorded status.
            if status != draft.reply.status { draft.reply.reason = nil }
            draft.reply.status = status
            return true
        } write: { draft in
            draft.reply.status == 200 ? [] : [JSON.Member("status", JSON(integerLiteral: draft.reply.status))]
        },
        KeyFormat("reason", "the reason phrase after the status code", .headerLine, \.reply.reason),
        KeyFormat(
            "headers",
            "header fields by name: a value, a list, or null for a field that is not sent",
            .ref("headers")
        ) {
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

    private static let turns: [KeyFormat<Draft>] = [
        KeyFormat(
            "edit",
            "new values in a recorded body, by JSON pointer",
            .dictionary(.any, names: ScenarioSchema.pointer)
        ),
        KeyFormat(
            "remove",
            "JSON pointers of the values to remove from a recorded body",
            .list(.string(pattern: ScenarioSchema.pointer))
        ),
        KeyFormat(
            "forever",
            "whether the events repeat after the last one",
            Shape.bool,
            write: { if case .events(_, true) = $0.reply.body { [JSON.Member("forever", true)] } else { [] } }
        ),
        KeyFormat(
            "times",
            "the number of requests that get the reply; 1 by default if other replies follow",
            .integer(1...Int.max),
            \.reply.times
        ),
    ]

    private static let early = KeyFormat<Draft>(
        "early",
        "whether the reply is sent before the request's body is read",
        .bool,
        \.reply.isEarly,
        default: false
    )

    private static let outcome: [KeyFormat<Draft>] = [
        KeyFormat("fault", FaultFormat.purpose, .ref("faults")) { fields, draft in
            draft.faults = fields["fault"].map { FaultFormat.faults($0) } ?? []
            draft.reply.faults = draft.faults.map(\.fault)
            return true
        } write: { draft in
            draft.reply.faults.isEmpty ? [] : [JSON.Member("fault", draft.reply.faults.document)]
        },
        KeyFormat("then", "the changes to variables", ChangeFormat.change.value, \.reply.then) { $0.isEmpty },
        KeyFormat(
            "required",
            "whether the run reports the reply if it was never sent",
            .bool,
            \.reply.isRequired,
            default: false
        ),
    ]

    /// Reads a reply, and reports faults that a client cannot observe.
    ///
    /// - Parameter method: the method of the requests that get the reply; nil if it is not known.
    static func read(_ value: DocumentValue, to method: Scenario.Method? = nil) -> Scenario.Reply? {
        guard let draft = reply.read(value) else { return nil }
        if draft.isValid { UnobservableFaults(draft, to: method).report(to: value.reader) }
        return draft.reply
    }

    /// The keys that apply to the reply sequence of an endpoint.
    private static let sequenceKeys = ["times", "then", "required"]

    /// Returns the format of the reply of a policy, which is not part of a sequence and changes no variables.
    static func policyReply(see topic: String) -> ValueFormat<Scenario.Reply> {
        ValueFormat(.ref("policyReply")) { value in
            guard let reply = read(value) else { return nil }
            // A policy has no path with placeholders.
            value.reader.resolveTemplateUses([])
            for member in value.members where sequenceKeys.contains(member.name) {
                let message =
                    "\(member.name.quoted) applies to the replies of an endpoint, and this is the reply of a policy"
                value.reader.report(.conflict, at: member.nameRange, message, hint: "remove it", see: topic)
            }
            if let fault = reply.faults.first(where: { if case .requestBody = $0.stage { true } else { false } }),
                let node = value["fault"]
            {
                let message = "\(fault) would occur before the policy selects this reply"
                value.reader.report(.badValue, at: node.range, message, hint: #"write "at": "beforeHead""#, see: topic)
            }
            return reply
        } write: {
            $0.document
        }
    }

    /// The definition of the reply of a policy, which has no keys for a sequence.
    static let policyDefinition = ScenarioSchema.Definition(
        "policyReply",
        {
            var object = reply.object
            object.fields.removeAll { sequenceKeys.contains($0.name) }
            return .object(object)
        }()
    )

    /// Reports keys that have no effect with `raw`, or without `events`.
    private static func rejectBesideBody(_ fields: ObjectReader) {
        if fields["raw"] != nil {
            for member in fields.members(["status", "reason", "headers"]) {
                let message = "\"raw\" includes the head of the reply, so \(member.name.quoted) would not be sent"
                fields.reportConflict(member, message, hint: "write it into \"raw\"", see: "raw")
            }
        }
        if fields["events"] == nil, let member = fields.member("forever") {
            let message = "\"forever\" needs \"events\""
            fields.reportConflict(member, message, hint: "remove it", see: "events")
        }
    }

    static let topic = Topic(
        "reply",
        """
        one body: json, problem, text, html, base64, file, recording, events or raw; without one the body is empty
        "delay" comes before the first byte: see --explain delay
        "pace" is the rate of sending the reply, "uploadPace" that of reading the request's body: "20KB/s" (B, KB, MB)
        if the status is 200, the server evaluates the preconditions and the range of the request (RFC 9110 §13, §14):
          if the reply has ETag or Last-Modified: If-None-Match, If-Modified-Since (304), If-Match, If-Unmodified-Since (412);
          for methods other than GET and HEAD, the current reply to GET decides, and a 412 changes nothing
          if the reply has "Accept-Ranges": "bytes": Range and If-Range (206, 416)
          if the "when" of the endpoint has a condition on such a field, its reply is sent unchanged
        "early": true sends the reply after the head of the request, before its body is read
        """,
        example: #"{ "status": 503, "headers": { "Retry-After": 1 }, "problem": {}, "times": 2, "delay": "300ms" }"#
    )
}

extension Scenario.Reply {
    /// The reply as a JSON object of a document.
    var document: JSON { ReplyFormat.reply.write(.init(reply: self)) ?? .object([]) }
}

// MARK: Headers

extension DocumentValue {
    /// Returns the header fields of an object in order; the value null becomes nil.
    func headers() -> [Scenario.Headers.Field] {
        guard expect(.object) else { return [] }
        return uniqueMembers().flatMap { member -> [Scenario.Headers.Field] in
            guard HeaderSyntax.isToken(member.name) else {
                reader.report(.badValue, at: member.nameRange, "\(member.name.quoted) is not a valid header name")
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
        if HeaderSyntax.isValue(value) { return value }
        return reject("\(noun) contains a control character, which is not valid in a header")
    }
}

extension Scenario.Headers {
    /// Returns one member for each name, with a list if the name has several values.
    ///
    /// - Parameter type: the media type for `Content-Type` if the headers do not have that field.
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
        if let type, !self.contains("Content-Type") { members.append(.init("Content-Type", .string(type))) }
        return members
    }
}

import Rehearsal

/// The format of expectations: the requests that clients must have sent by the end of a run.
enum ExpectationFormat {
    /// The part of an expectation that has been read.
    struct PartialExpectation: Sendable {
        var query = Journal.Query(.any, "/")
        var requirements = Scenario.Expectation.Requirements()
        /// The subject under `inOrder` or `unexpected`, which permits no other key.
        var exclusive: Scenario.Expectation.Subject?
    }

    static let expectation = ObjectFormat<PartialExpectation>(
        "expectation",
        "an expectation",
        topic: "expect",
        new: { PartialExpectation() },
        fields: TargetFormat.fields(\.query.method, \.query.path) + demands + exclusive,
        rules: [.exactlyOne(TargetFormat.keys + exclusive.map(\.key.name))]
            + exclusive.map { subject in .excludes(subject.key.name, names.filter { $0 != subject.key.name }) }
            + TargetFormat.pathRules
    )
    .after { fields, draft in
        if let value = fields["where"] {
            PlaceholderCheck.check(
                in: value.node,
                PlaceholderCheck.names(in: draft.query.path, unnamed: true),
                to: fields.reader
            )
        }
        return true
    }

    private static let names = TargetFormat.methods + ["method", "path"] + (demands + exclusive).map(\.key.name)

    private static let demands: [KeyFormat<PartialExpectation>] = [
        KeyFormat("where", "the conditions on the requests, in the form of \"when\"", .ref("where")) { fields, draft in
            draft.query.condition = fields.value("where", ConditionFormat.when.value)
            guard let value = fields["where"], draft.query.condition?.needsState == true else { return true }
            let message = "\"where\" applies to requests, which have no state"
            let hint = "remove the condition on the state, or expect requests to the endpoint that has it"
            value.report(message, hint: hint, see: "expect")
            return true
        },
        KeyFormat("count", "the number of requests", count, \.requirements.count),
        KeyFormat(
            "attempts",
            "the number of requests, not counting retries by the network stack",
            count,
            \.requirements.attempts
        ),
        KeyFormat("gaps", "the times between consecutive attempts, in order", gap.value.list(), \.requirements.gaps) {
            $0.isEmpty
        },
        KeyFormat(
            "same",
            "the parts that are equal in all requests: \"body\", \"target\", \"header:X\", \"query:x\"",
            part.list(),
            \.requirements.same
        ) { $0.isEmpty },
        KeyFormat(
            "within",
            "the time from the start of the run in which requests count",
            .duration,
            \.requirements.within
        ),
        KeyFormat(
            "endedBy",
            "the side that ended the exchanges: \"client\" or \"server\"",
            .word(see: "expect"),
            \.requirements.endedBy
        ),
    ]

    private static let exclusive: [KeyFormat<PartialExpectation>] = [
        KeyFormat("inOrder", "requests that must arrive in this order: \"post /auth/login\"", order.shape) {
            fields,
            draft in
            guard fields["inOrder"] != nil else { return true }
            draft.exclusive = fields.value("inOrder", order).map { .inOrder($0) }
            return draft.exclusive != nil
        },
        KeyFormat("unexpected", "the number of requests that matched no endpoint", count.shape) { fields, draft in
            guard fields["unexpected"] != nil else { return true }
            draft.exclusive = fields.value("unexpected", count).map { .unexpected($0) }
            return draft.exclusive != nil
        },
    ]

    /// The format of one item of `expect`; reports an error and returns nil if the item has no valid subject.
    static let item = ValueFormat<Scenario.Expectation>(.ref(expectation.keys.name)) { value in
        guard let fields = expectation.fields(of: value) else { return nil }
        let exclusiveKeys = exclusive.map(\.key.name)
        let subjects = fields.members(TargetFormat.keys + exclusiveKeys)
        guard let first = subjects.first(where: { exclusiveKeys.contains($0.name) }) ?? subjects.first else {
            let hint = #"write { "get": "/path", "count": 1 }"#
            fields.reportMissing("an expectation needs the requests that it applies to", hint: hint)
            return nil
        }
        var subject: Scenario.Expectation.Subject?
        if exclusiveKeys.contains(first.name) {
            for other in fields.members(names) where other.name != first.name {
                let message = "\(first.name.quoted) cannot be combined with \(other.name.quoted)"
                fields.reportConflict(other, message, hint: "write a second expectation", see: "expect")
            }
            var draft = PartialExpectation()
            let field = exclusive.first { $0.key.name == first.name }
            if field?.read?(fields, &draft) == true { subject = draft.exclusive }
        } else {
            subject = expectation.read(fields).map { .requests($0.query, $0.requirements) }
        }
        guard let subject else { return nil }
        var expectation = Scenario.Expectation(subject)
        expectation.sourceLocation = value.reader.place(of: value.node)
        return expectation
    } write: { _ in
        nil
    }

    // MARK: Requirements

    /// The format of a number, or an object with bounds.
    private static let count = ValueFormat<Scenario.Expectation.Count>(.ref(bounds.keys.name)) { value in
        guard value.kind == .object else {
            if value.kind == .number { return value.integer(0...Int.max).map { .exactly($0) } }
            return value.wrongType(expected: "a number", hint: #"write 3, or { "min": 1, "max": 3 }"#)
        }
        guard let fields = bounds.fields(of: value), let count = bounds.read(fields) else {
            return nil
        }
        if fields["min"] == nil, fields["max"] == nil {
            let message = "\(value.noun) has neither \"min\" nor \"max\""
            value.reader.report(.missingKey, at: value.range.prefix(1), message, hint: #"write { "min": 1 }"#)
        }
        guard let most = count.max, most < count.min else { return count }
        return value.reject("\"min\" is \(count.min), which is more than \"max\", \(most)")
    } write: { _ in
        nil
    }

    static let bounds = ObjectFormat<Scenario.Expectation.Count>(
        "count",
        "a number of requests",
        topic: "expect",
        new: { Scenario.Expectation.Count() },
        fields: [
            KeyFormat("min", "the minimum number", .integer(0...Int.max), \.min, default: 0),
            KeyFormat("max", "the maximum number", .integer(0...Int.max), \.max),
        ],
        rules: [.atLeastOne(["min", "max"])]
    )
    .accepting(.integer(0...Int.max))

    static let gap = ObjectFormat<Scenario.Expectation.Gap>(
        "gap",
        "a gap",
        topic: "expect",
        new: { Scenario.Expectation.Gap() },
        fields: [
            KeyFormat("atLeast", "the minimum duration", .duration, \.atLeast),
            KeyFormat("atMost", "the maximum duration", .duration, \.atMost),
        ]
    )
    .after { fields, gap in
        if let least = gap.atLeast, let most = gap.atMost, most < least {
            let message = "\"atLeast\" is \(least.displayText), which is more than \"atMost\", \(most.displayText)"
            fields.reader.report(.badValue, at: fields.node.range, message)
        }
        return true
    }

    private static let part = ValueFormat<Scenario.Expectation.RequestPart>(
        .string(pattern: "^(body|target|header:\(ScenarioSchema.token)|query:.+)$")
    ) { value in
        guard let text = value.string() else { return nil }
        let halves = text.split(separator: ":", maxSplits: 1).map(String.init)
        switch (text, halves.first, halves.count) {
        case ("body", _, _): return .body
        case ("target", _, _): return .target
        case (_, "header", 2) where HeaderSyntax.isToken(halves[1]): return .header(halves[1])
        case (_, "query", 2): return .query(halves[1])
        default: break
        }
        let hint = #"write "body", "target", "header:Idempotency-Key" or "query:page""#
        return value.reject("\(text.quoted) is not a valid part of a request", hint: hint, see: "expect")
    } write: { _ in
        nil
    }

    // MARK: Order of requests

    private static let order: ValueFormat<[Journal.Query]> = {
        let list = query.list(1...Int.max)
        return ValueFormat(list.shape) { value in
            let queries = list.read(value)
            guard value.kind == .array, value.node.isEmpty else { return queries }
            let hint = #"write ["post /auth/login", "get /me"]"#
            return value.reject("\(value.noun) is empty", hint: hint)
        } write: {
            list.write($0)
        }
    }()

    private static let query = ValueFormat<Journal.Query>(
        .string(pattern: "^\(ScenarioSchema.token) /[^?#]*$")
    ) { value in
        guard let text = value.string() else { return nil }
        let halves = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard halves.count == 2, HeaderSyntax.isToken(halves[0]) else {
            return value.reject("\(text.quoted) is not a valid request", hint: #"write "get /me""#, see: "expect")
        }
        let isNamed = TargetFormat.methods.contains(halves[0])
        let method = isNamed ? TargetFormat.method(named: halves[0]) : .init(rawValue: halves[0])
        return value.path(halves[1]).map { Journal.Query(method, $0) }
    } write: { _ in
        nil
    }

    static let topic = Topic(
        "expect",
        "",
        example: #""expect": [{ "get": "/me", "count": 3, "gaps": [{ "atLeast": "1s" }] }, { "unexpected": 0 }]"#
    )
}

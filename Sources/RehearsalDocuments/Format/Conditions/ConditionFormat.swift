package import Rehearsal

/// The format of conditions on requests, and of conditions on single values of requests.
enum ConditionFormat {
    // MARK: Requests

    static let when = ObjectFormat<Scenario.Condition>(
        "when",
        "\"when\"",
        topic: "when",
        new: { Scenario.Condition() },
        fields: names + [state, body, connection] + compounds("when")
    )
    .ordered(
        schemaLast: ["state"] + compounds("when").map(\.key.name),
        writtenLast: ["query", "cookies", "path", "form", "state", "body", "connection", "all", "any", "not"]
    )

    /// The definition of `where`: the conditions of `when` without `state`, which a request does not have.
    static let whereDefinition = ScenarioSchema.Definition(
        "where",
        .object(ObjectShape(fields: (names + [body, connection] + compounds("where")).map(\.key)))
    )

    private static let names: [KeyFormat<Scenario.Condition>] = [
        KeyFormat("url", "a condition on the path and the query as the client sent them", .value, \.url),
        KeyFormat("query", "conditions on the parameters of the query, by name", named, \.query) { $0.isEmpty },
        KeyFormat(
            "headers",
            "conditions on header fields, by name",
            .dictionary(.ref("condition"), names: "^\(ScenarioSchema.token)$")
        ) { fields, condition in
            guard let value = fields["headers"] else { return true }
            condition.headers = named.read(value) ?? []
            for (member, named) in zip(value.members, condition.headers) where !HeaderSyntax.isToken(named.name) {
                fields.reader.report(.badValue, at: member.nameRange, "\(named.name.quoted) is not a valid header name")
            }
            return true
        } write: { condition in
            condition.headers.isEmpty ? [] : named.write(condition.headers).map { [JSON.Member("headers", $0)] }
        },
        KeyFormat("cookies", "conditions on cookies, by name", named, \.cookies) { $0.isEmpty },
        KeyFormat("form", "conditions on the fields of a form, by name", named, \.form) { $0.isEmpty },
        KeyFormat("path", "conditions on the values of the path's placeholders, by name", named, \.path) { $0.isEmpty },
    ]

    private static let state = KeyFormat<Scenario.Condition>(
        "state",
        "the state, or conditions on variables by name",
        ValueFormat(.anyOf([.string(), named.shape])) { value in
            guard value.kind == .string else { return named.read(value) }
            return value.node.string.map { [Scenario.Condition.Named("state", .equals($0))] }
        } write: {
            named.write($0)
        },
        \.state
    ) { $0.isEmpty }

    private static let body = KeyFormat<Scenario.Condition>(
        "body",
        "conditions on the body",
        BodyConditionFormat.conditions,
        \.body
    ) { $0.isEmpty }

    private static let connection = KeyFormat<Scenario.Condition>(
        "connection",
        "\"fresh\" for the first request on a connection, \"reused\" for later ones",
        .word(see: "when"),
        \.connection
    )

    private static func compounds(_ name: String) -> [KeyFormat<Scenario.Condition>] {
        let format = compound(name)
        return [
            KeyFormat("all", "conditions that must all hold", format, \.all) { $0.isEmpty },
            KeyFormat("any", "conditions of which at least one must hold", format, \.any) { $0.isEmpty },
            KeyFormat("not", "conditions of which none may hold", format, \.not) { $0.isEmpty },
        ]
    }

    /// Returns the format of nested conditions: a list, or a single one.
    private static func compound(_ name: String) -> ValueFormat<[Scenario.Condition]> {
        ValueFormat(.anyOf([.ref(name), .list(.ref(name), count: 1...Int.max)])) { value in
            if value.kind == .object { return when.read(value).map { [$0] } }
            guard value.kind == .array else {
                let hint = #"write [{ "query": { "q": "1" } }]"#
                return value.wrongType(expected: "a list of conditions", hint: hint)
            }
            if value.node.isEmpty {
                let message = "\(value.noun) is empty and has no effect"
                value.report(message, hint: "remove it", see: "when")
            }
            return value.elements.compactMap { when.read($0) }
        } write: { conditions in
            JSON.list(conditions.map(\.document))
        }
    }

    /// The format of an object that maps the names of values to conditions.
    private static let named: ValueFormat<[Scenario.Condition.Named]> = {
        let values = ValueFormat.value.map()
        return ValueFormat(values.shape) { value in
            values.read(value)?.map { Scenario.Condition.Named($0.name, $0.value) }
        } write: { conditions in
            guard Set(conditions.map(\.name)).count == conditions.count else { return nil }
            return values.write(conditions.map { ($0.name, $0.value) })
        }
    }()

    // MARK: Values

    /// The format of a condition on one value: the clauses that must all hold.
    static let condition = ObjectFormat<[Scenario.Condition.Value]>(
        "condition",
        "a condition",
        topic: "when",
        new: { [] },
        fields: clauses,
        rules: [.atLeastOne(clauses.map(\.key.name))]
    )
    .accepting(.ref("scalar"))
    .inDocumentOrder()

    private static let clauses: [KeyFormat<[Scenario.Condition.Value]>] = [
        KeyFormat(
            "equals",
            "the value equals this text",
            ValueFormat.scalar().case({ .equals($0) }, { if case .equals(let text) = $0 { text } else { nil } })
        ),
        KeyFormat(
            "oneOf",
            "the value equals one of these texts",
            choices.case({ .oneOf($0) }, { if case .oneOf(let texts) = $0 { texts } else { nil } })
        ),
        KeyFormat(
            "contains",
            "the value contains this text",
            ValueFormat.scalar().case({ .contains($0) }, { if case .contains(let text) = $0 { text } else { nil } })
        ),
        KeyFormat(
            "startsWith",
            "the value begins with this text",
            ValueFormat.scalar().case({ .startsWith($0) }, { if case .startsWith(let text) = $0 { text } else { nil } })
        ),
        KeyFormat(
            "endsWith",
            "the value ends with this text",
            ValueFormat.scalar().case({ .endsWith($0) }, { if case .endsWith(let text) = $0 { text } else { nil } })
        ),
        KeyFormat(
            "matches",
            "the pattern matches a part of the value (RFC 9485, with ^ $ \\d \\w \\s)",
            pattern.case({ .matches($0) }, { if case .matches(let pattern) = $0 { pattern } else { nil } })
        ),
        KeyFormat(
            "absent",
            "true if the value must be absent",
            ValueFormat.bool.case({ $0 ? .absent : .present }, { $0 == .absent ? true : nil })
        ),
        KeyFormat(
            "present",
            "true if the value must be present",
            ValueFormat.bool.case({ $0 ? .present : .absent }, { $0 == .present ? true : nil })
        ),
        KeyFormat(
            "not",
            "a condition that must not hold",
            ValueFormat.value.case({ .not($0) }, { if case .not(let inner) = $0 { inner } else { nil } })
        ),
    ]

    private static let choices = ValueFormat<[String]>(.list(.ref("scalar"), count: 1...Int.max)) { value in
        guard value.expect(.array) else { return nil }
        if !value.node.isEmpty { return value.elements.compactMap { $0.scalar() } }
        return value.reject("\"oneOf\" is empty, so no value can match", hint: "add a value")
    } write: {
        .array($0.map(JSON.string))
    }

    /// The format of a pattern, which is compiled once; its errors are reported at their characters.
    private static let pattern = ValueFormat<Scenario.Pattern>(.string()) { value in
        guard let text = value.string() else { return nil }
        do throws(Scenario.Pattern.Malformed) {
            return try Scenario.Pattern(text)
        } catch {
            let characters = error.offset..<(error.offset + error.length)
            return value.malformed(.badPattern, at: characters, error.problem, hint: error.fix, see: "when")
        }
    } write: {
        .string($0.text)
    }

    /// Returns the JSON of clauses; nil if there is none, or if two of them have the same key.
    fileprivate static func write(_ clauses: [Scenario.Condition.Value]) -> JSON? {
        let members = clauses.compactMap { condition.members(of: [$0])?.first }
        guard !members.isEmpty, members.count == clauses.count, Set(members.map(\.name)).count == members.count else {
            return nil
        }
        return .object(members)
    }

    static let topic = Topic(
        "when",
        #"""
        a condition is a text that the value must equal, or an object whose keys are requirements that must all hold
          if a request has several values with the name, at least one of them must satisfy the condition
        "url" compares the path and the query as sent, with escapes, for requests that an endpoint's path cannot describe
        "matches" holds if the pattern matches a part of the value; "^…$" requires the whole value
          I-Regexp (RFC 9485): . [a-z] [^a-z] \p{Lu} \P{L} ( ) | * + ? {2} {2,} {2,5}, and in addition
          ^ $             the start and the end of the value
          \d \w \s        an ASCII digit; an ASCII letter, digit or "_"; ASCII white space; \D \W \S any other character
          not supported: back-references, look-around, lazy and possessive quantifiers, flags
        in a JSON string, write each backslash twice: "\\d+"
        """#,
        example:
            #""when": { "query": { "q": { "matches": "^\\d+$" } }, "headers": { "Accept": { "contains": "json" } } }"#
    )
}

extension KeyFormat where Object == [Scenario.Condition.Value] {
    /// Creates a clause of a condition.
    fileprivate init(_ name: String, _ purpose: String, _ format: ValueFormat<Scenario.Condition.Value>) {
        self.init(name, purpose, format.shape) { fields, clauses in
            if let clause = fields.value(name, format) { clauses.append(clause) }
            return true
        } write: { clauses in
            clauses.compactMap { format.write($0).map { JSON.Member(name, $0) } }
        }
    }
}

extension ValueFormat where Value == Scenario.Condition.Value {
    /// The format of a text that the value must equal, or of an object whose keys must all hold.
    static var value: Self {
        Self(.ref("condition")) { value in
            guard value.kind == .object else {
                let hint = value.kind == .null ? #"write { "absent": true }"# : #"write { "oneOf": [ … ] } for several"#
                return value.scalar(hint: hint).map { .equals($0) }
            }
            if value.node.isEmpty {
                let message = "the condition on \(value.noun) is empty"
                value.report(message, hint: #"write { "present": true }"#)
            }
            guard let values = ConditionFormat.condition.read(value) else { return nil }
            return values.count > 1 ? .all(values) : values.first
        } write: { value in
            if case .equals(let text) = value { .string(text) } else { ConditionFormat.write(value.clauses) }
        }
    }
}

extension Scenario.Condition.Value {
    /// The clauses of the condition, which must all hold.
    fileprivate var clauses: [Scenario.Condition.Value] {
        guard case .all(let parts) = self else { return [self] }
        return parts.flatMap(\.clauses)
    }
}

extension Scenario.Condition {
    /// The condition as a JSON object of a document; nil if it is empty, or if the format cannot express it.
    ///
    /// The format cannot express two conditions of one kind on one value, or the exact query of a recording.
    package var document: JSON? {
        guard exactQuery == nil, let members = ConditionFormat.when.members(of: self) else { return nil }
        return members.isEmpty ? nil : .object(members)
    }
}

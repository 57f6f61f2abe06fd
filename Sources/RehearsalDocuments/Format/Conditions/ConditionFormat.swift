package import Rehearsal

/// Conditions on requests, and on single values of them.
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

    /// The same for expectations, which are about requests, and a request has no state.
    static let whereDefinition = ScenarioSchema.Definition(
        "where",
        .object(ObjectShape(fields: (names + [body, connection] + compounds("where")).map(\.key)))
    )

    private static let names: [Field<Scenario.Condition>] = [
        Field("url", "path and query as they were sent", .value, \.url),
        Field("query", "parameters of the query by name", named, \.query) { $0.isEmpty },
        Field(
            "headers",
            "headers by name",
            .map(.ref("condition"), names: "^\(ScenarioSchema.token)$")
        ) { fields, condition in
            guard let value = fields["headers"] else { return true }
            condition.headers = named.read(value) ?? []
            for (member, named) in zip(value.members, condition.headers) where !HeaderRules.isToken(named.name) {
                fields.reader.report(.badValue, at: member.nameRange, "\(named.name.quoted) is no name of a header")
            }
            return true
        } write: { condition in
            condition.headers.isEmpty ? [] : named.write(condition.headers).map { [JSON.Member("headers", $0)] }
        },
        Field("cookies", "cookies by name", named, \.cookies) { $0.isEmpty },
        Field("form", "fields of a form by name", named, \.form) { $0.isEmpty },
        Field("path", "what the placeholders of the path took, by name", named, \.path) { $0.isEmpty },
    ]

    private static let state = Field<Scenario.Condition>(
        "state",
        "the state, or variables by name",
        ValueFormat(.either([.string(), named.shape])) { value in
            guard value.kind == .string else { return named.read(value) }
            return value.node.string.map { [Scenario.Condition.Named("state", .equals($0))] }
        } write: {
            named.write($0)
        },
        \.state
    ) { $0.isEmpty }

    private static let body = Field<Scenario.Condition>(
        "body",
        "what the body must be",
        BodyConditionFormat.conditions,
        \.body
    ) { $0.isEmpty }

    private static let connection = Field<Scenario.Condition>(
        "connection",
        "whether the connection has carried a request before",
        .word(see: "when"),
        \.connection
    )

    private static func compounds(_ name: String) -> [Field<Scenario.Condition>] {
        let format = compound(name)
        return [
            Field("all", "conditions that must all hold", format, \.all) { $0.isEmpty },
            Field("any", "conditions of which one must hold", format, \.any) { $0.isEmpty },
            Field("not", "conditions of which none may hold", format, \.not) { $0.isEmpty },
        ]
    }

    /// Conditions inside of one: a list of them, or one alone.
    private static func compound(_ name: String) -> ValueFormat<[Scenario.Condition]> {
        ValueFormat(.either([.ref(name), .list(.ref(name), count: 1...Int.max)])) { value in
            if value.kind == .object { return when.read(value).map { [$0] } }
            guard value.kind == .array else {
                let hint = #"write [{ "query": { "q": "1" } }]"#
                return value.wrongType(expected: "a list of conditions", hint: hint)
            }
            if value.node.isEmpty {
                let message = "\(value.what) is empty and so says nothing"
                value.report(message, hint: "remove it", see: "when")
            }
            return value.elements.compactMap { when.read($0) }
        } write: { conditions in
            JSON.list(conditions.map(\.document))
        }
    }

    /// Conditions by the names of what they are on.
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

    /// A condition on one value: the clauses that must all hold.
    static let condition = ObjectFormat<[Scenario.Condition.Value]>(
        "condition",
        "a condition",
        topic: "when",
        new: { [] },
        fields: clauses,
        rules: [.atLeastOne(clauses.map(\.key.name))]
    )
    .or(.ref("scalar"))
    .inDocumentOrder()

    private static let clauses: [Field<[Scenario.Condition.Value]>] = [
        Field(
            "equals",
            "it is this",
            ValueFormat.scalar().case({ .equals($0) }, { if case .equals(let text) = $0 { text } else { nil } })
        ),
        Field(
            "oneOf",
            "it is one of these",
            choices.case({ .oneOf($0) }, { if case .oneOf(let texts) = $0 { texts } else { nil } })
        ),
        Field(
            "contains",
            "it holds this text",
            ValueFormat.scalar().case({ .contains($0) }, { if case .contains(let text) = $0 { text } else { nil } })
        ),
        Field(
            "startsWith",
            "it begins with this text",
            ValueFormat.scalar().case({ .startsWith($0) }, { if case .startsWith(let text) = $0 { text } else { nil } })
        ),
        Field(
            "endsWith",
            "it ends with this text",
            ValueFormat.scalar().case({ .endsWith($0) }, { if case .endsWith(let text) = $0 { text } else { nil } })
        ),
        Field(
            "matches",
            "some part of it is as this pattern says (RFC 9485, with ^ $ \\d \\w \\s)",
            pattern.case({ .matches($0) }, { if case .matches(let pattern) = $0 { pattern } else { nil } })
        ),
        Field(
            "absent",
            "it is not there",
            ValueFormat.bool.case({ $0 ? .absent : .present }, { $0 == .absent ? true : nil })
        ),
        Field(
            "present",
            "it is there",
            ValueFormat.bool.case({ $0 ? .present : .absent }, { $0 == .present ? true : nil })
        ),
        Field(
            "not",
            "this does not hold",
            ValueFormat.value.case({ .not($0) }, { if case .not(let inner) = $0 { inner } else { nil } })
        ),
    ]

    private static let choices = ValueFormat<[String]>(.list(.ref("scalar"), count: 1...Int.max)) { value in
        guard value.expect(.array) else { return nil }
        if !value.node.isEmpty { return value.elements.compactMap { $0.scalar() } }
        return value.refuse("\"oneOf\" is empty, so nothing could match", hint: "name a value")
    } write: {
        .array($0.map(JSON.string))
    }

    /// A pattern, compiled here once; what is wrong in it is told at its characters.
    private static let pattern = ValueFormat<Scenario.Pattern>(.string()) { value in
        guard let text = value.string() else { return nil }
        do throws(Scenario.Pattern.Malformed) {
            return try Scenario.Pattern(text)
        } catch {
            let place = error.offset..<(error.offset + error.length)
            return value.malformed(.badPattern, at: place, error.problem, hint: error.fix, see: "when")
        }
    } write: {
        .string($0.text)
    }

    /// The clauses as documents write them; nil if one of them would be there twice, or there is none.
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
        a condition is a value, which must be equal, or an object whose keys must all hold for any value of the name
        "url" is a condition on path and query as they were sent, escapes included, for what no path of an endpoint can say
        "matches" holds if some part of the value is as the pattern says; "^…$" asks for all of it
          I-Regexp (RFC 9485): . [a-z] [^a-z] \p{Lu} \P{L} ( ) | * + ? {2} {2,} {2,5}, and beside it
          ^ $             where the value begins and ends
          \d \w \s        a digit, a letter or digit or "_", white space, each of ASCII; \D \W \S all but these
          there are no back-references, no looking around, no lazy or possessive quantifiers, no flags
        in a string of JSON each backslash is written twice: "\\d+"
        """#,
        example:
            #""when": { "query": { "q": { "matches": "^\\d+$" } }, "headers": { "Accept": { "contains": "json" } } }"#
    )
}

extension Field where Object == [Scenario.Condition.Value] {
    /// A clause of a condition.
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
    /// A value, which must be equal, or an object whose keys must all hold.
    static var value: Self {
        Self(.ref("condition")) { value in
            guard value.kind == .object else {
                let hint = value.kind == .null ? #"write { "absent": true }"# : #"write { "oneOf": [ … ] } for several"#
                return value.scalar(hint: hint).map { .equals($0) }
            }
            if value.node.isEmpty {
                let message = "the condition on \(value.what) says nothing"
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
    /// The values that must all hold, each a clause of its own.
    fileprivate var clauses: [Scenario.Condition.Value] {
        guard case .all(let parts) = self else { return [self] }
        return parts.flatMap(\.clauses)
    }
}

extension Scenario.Condition {
    /// As documents write it; nil if it asks for nothing, or for what no document can say.
    ///
    /// That is two conditions of one kind on one value, and what tells recordings apart.
    package var document: JSON? {
        guard exactQuery == nil, let members = ConditionFormat.when.members(of: self) else { return nil }
        return members.isEmpty ? nil : .object(members)
    }
}

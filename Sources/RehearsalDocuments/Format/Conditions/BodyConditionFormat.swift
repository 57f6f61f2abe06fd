import Rehearsal

/// The format of conditions on the body of a request.
enum BodyConditionFormat {
    static let body = ObjectFormat<[Scenario.BodyCondition]>(
        "bodyCondition",
        "\"body\"",
        topic: "body",
        new: { [] },
        fields: parts,
        rules: [.atLeastOne(parts.map(\.key.name))]
    )
    .inDocumentOrder()
    .after { fields, _ in
        if fields.node.isEmpty {
            let hint = #"write { "contains": { "id": 1 } }"#
            fields.reader.report(.badValue, at: fields.node.range, "\"body\" has no condition", hint: hint, see: "body")
        }
        return true
    }

    /// The format of conditions, which are read in the order of the document. Conditions by pointer are written last.
    static let conditions = ValueFormat<[Scenario.BodyCondition]>(.ref(body.keys.name)) { value in
        body.read(value)
    } write: { conditions in
        let (pointed, others) = (conditions.filter(\.isPointed), conditions.filter { !$0.isPointed })
        var members: [JSON.Member] = []
        for group in others.map({ [$0] }) + (pointed.isEmpty ? [] : [pointed]) {
            guard let written = body.members(of: group), written.count == 1 else { return nil }
            members += written
        }
        return Set(members.map(\.name)).count == members.count ? .object(members) : nil
    }

    private static let parts: [KeyFormat<[Scenario.BodyCondition]>] = [
        KeyFormat(
            "json",
            "the body equals this document; the order of members does not matter",
            ValueFormat.any.case({ .json($0) }, { if case .json(let expected) = $0 { expected } else { nil } })
        ),
        KeyFormat(
            "contains",
            "the body contains this document: these members, and possibly others",
            ValueFormat.any.case({ .contains($0) }, { if case .contains(let expected) = $0 { expected } else { nil } })
        ),
        KeyFormat("at", "conditions by JSON pointer: { \"/items/0/id\": 7 }", pointedConditions.shape) {
            fields,
            conditions in
            conditions += fields.value("at", pointedConditions) ?? []
            return true
        } write: { conditions in
            let pointed = conditions.filter(\.isPointed)
            return pointed.isEmpty ? [] : pointedConditions.write(pointed).map { [JSON.Member("at", $0)] }
        },
        KeyFormat(
            "jsonpath",
            "a JSONPath that selects at least one value (RFC 9535)",
            path.case({ .path($0) }, { if case .path(let path) = $0 { path } else { nil } })
        ),
        KeyFormat(
            "text",
            "a condition on the whole body as text",
            ValueFormat.value.case({ .text($0) }, { if case .text(let value) = $0 { value } else { nil } })
        ),
        KeyFormat(
            "base64",
            "the body has exactly these bytes",
            ValueFormat.base64.case({ .bytes($0) }, { if case .bytes(let bytes) = $0 { bytes } else { nil } })
        ),
        KeyFormat(
            "parts",
            "conditions on the parts of a multipart form, by name",
            formParts.case({ .parts($0) }, { if case .parts(let parts) = $0 { parts } else { nil } })
        ),
    ]

    /// The format of a JSONPath (RFC 9535), whose errors are reported at their characters.
    private static let path = ValueFormat<JSON.Path>(.string(pattern: "^\\$")) { value in
        guard let text = value.string() else { return nil }
        do throws(JSON.Path.Malformed) {
            return try JSON.Path(text)
        } catch {
            let characters = error.offset..<(error.offset + error.length)
            return value.malformed(.badPath, at: characters, error.problem, hint: error.fix, see: "body")
        }
    } write: {
        .string($0.text)
    }

    /// The format of conditions by JSON pointer.
    private static let pointedConditions = ValueFormat<[Scenario.BodyCondition]>(
        .dictionary(pointed.shape, names: ScenarioSchema.pointer)
    ) { value in
        guard value.expect(.object) else { return nil }
        return value.uniqueMembers().compactMap { member in
            let pointer = value.reader.pointer(member.name, at: member.nameRange)
            let expected = pointed.read(value.value(of: member))
            return pointer.flatMap { pointer in expected.map { .at(pointer, $0) } }
        }
    } write: { conditions in
        let members = conditions.compactMap { condition -> JSON.Member? in
            guard case .at(let pointer, let expected) = condition else { return nil }
            return pointed.write(expected).map { JSON.Member(pointer.text, $0) }
        }
        guard members.count == conditions.count, Set(members.map(\.name)).count == members.count else { return nil }
        return .object(members)
    }

    /// The format of a condition at a pointer: a value (an object as `{ "json": … }`), or an object of conditions.
    private static let pointed = ValueFormat<Scenario.BodyCondition.ValueCondition>(
        .anyOf([
            .nonObject,
            .object(
                ObjectShape(fields: [.init("json", "the value equals this JSON", .any)], rules: [.required(["json"])])
            ),
            .ref("condition"),
        ])
    ) { value in
        guard value.kind == .object else { return .equals(value.node.value) }
        let members = Array(value.members)
        if members.count == 1, members[0].name == "json" { return .equals(members[0].value.value) }
        return ValueFormat.value.read(value).map { .holds($0) }
    } write: { pointed in
        switch pointed {
        case .equals(let expected):
            if case .object = expected { .object([JSON.Member("json", expected)]) } else { expected }
        // A condition equal to a string is written as an object; a bare string compares with a JSON string.
        case .holds(.equals(let text)): ["equals": .string(text)]
        case .holds(let value): ValueFormat.value.write(value)
        }
    }

    // MARK: Parts of a form

    static let part = ObjectFormat<Scenario.BodyCondition.PartCondition>(
        "partCondition",
        "a part of a body",
        topic: "body",
        new: { Scenario.BodyCondition.PartCondition("") },
        fields: [
            condition("text", "a condition on the content of the part", \.text),
            condition("fileName", "a condition on the file name of the part", \.fileName),
            condition("type", "a condition on the media type of the part", \.type),
        ]
    )

    /// Returns the key of a condition, which is not written if the format cannot express the condition.
    private static func condition(
        _ name: String,
        _ purpose: String,
        _ path:
            @autoclosure @escaping KeyFormat<Scenario.BodyCondition.PartCondition>.Path<Scenario.Condition.Value?>,
    ) -> KeyFormat<Scenario.BodyCondition.PartCondition> {
        KeyFormat(name, purpose, ValueFormat.value.shape) { fields, part in
            part[keyPath: path()] = fields.value(name, .value)
            return true
        } write: { part in
            part[keyPath: path()].flatMap { ValueFormat.value.write($0) }.map { [JSON.Member(name, $0)] } ?? []
        }
    }

    private static let formParts = ValueFormat<[Scenario.BodyCondition.PartCondition]>(
        .dictionary(.anyOf([.ref("condition"), .ref(part.keys.name)]))
    ) { value in
        guard value.expect(.object) else { return nil }
        return value.uniqueMembers().compactMap { member in
            let value = value.value(of: member)
            let names = ConditionFormat.condition.keys.names
            if value.kind != .object || value.members.contains(where: { names.contains($0.name) }) {
                let text = ValueFormat.value.read(value)
                return text.map { Scenario.BodyCondition.PartCondition(member.name, text: $0) }
            }
            var read = part.read(value)
            read?.name = member.name
            return read
        }
    } write: { parts in
        .object(parts.map { JSON.Member($0.name, part.write($0) ?? .object([])) })
    }

    static let topic = Topic(
        "body",
        #"""
        "json" is the whole body; "contains" is a part of it: the body may have other members and elements as well
        "at" maps a JSON pointer (RFC 6901) to the value that the body must have there, or to an object of conditions
          to require an object there, write { "json": { … } }
        "jsonpath" holds if the path (RFC 9535) selects at least one value: "$.items[?@.price > 10]"
        "text" is a condition on the whole body as text, "base64" its exact bytes
        "parts" maps a part of multipart/form-data to a condition on its text, or to { "fileName", "type", "text" }
        for the fields of a URL-encoded form, see "form" in "when"
        """#,
        example: #""when": { "body": { "at": { "/user/age": { "matches": "^\\d+$" } }, "contains": { "kind": "a" } } }"#
    )
}

extension Scenario.BodyCondition {
    /// Whether the condition applies to the value at a JSON pointer.
    fileprivate var isPointed: Bool { if case .at = self { true } else { false } }
}

extension KeyFormat where Object == [Scenario.BodyCondition] {
    /// Creates a condition of one kind.
    fileprivate init(_ name: String, _ purpose: String, _ format: ValueFormat<Scenario.BodyCondition>) {
        self.init(name, purpose, format.shape) { fields, conditions in
            if let condition = fields.value(name, format) { conditions.append(condition) }
            return true
        } write: { conditions in
            conditions.compactMap { condition in format.write(condition).map { JSON.Member(name, $0) } }
        }
    }
}

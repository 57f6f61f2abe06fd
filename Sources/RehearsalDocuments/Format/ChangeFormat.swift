import Rehearsal

/// Changes of variables: what a reply does to the state.
enum ChangeFormat {
    static let change = ObjectFormat<Scenario.Change>(
        "then",
        "\"then\"",
        topic: "then",
        new: { Scenario.Change() },
        fields: [
            Field("state", "the state that follows", .string()) { fields, change in
                if let state = fields.value("state", .text) {
                    change.set.append(JSON.Member("state", .string(state)))
                }
                return true
            },
            Field("set", "variables by name, with their new values", .map(.any)) { fields, change in
                guard let set = fields["set"] else { return true }
                change.set += variables(set)
                fields.reader.checkTemplates(set.node)
                return true
            } write: { change in
                change.set.isEmpty ? [] : [JSON.Member("set", .object(change.set))]
            },
            Field(
                "increment",
                "variables that count: a name, a list of names, or amounts by name",
                increments,
                \.increment
            ) { $0.isEmpty },
            Field("remove", "variables that are no more: a name, or a list of names", names, \.remove) { $0.isEmpty },
            Field("capture", "variables that the request's body gives, with their places in it", captures, \.capture) {
                $0.isEmpty
            },
        ]
    )

    /// Values by the names of variables.
    static func variables(_ value: DocumentValue) -> [JSON.Member] {
        value.expect(.object) ? value.named().map { JSON.Member($0.name, $0.value.value) } : []
    }

    private static let names = ValueFormat<String>.text.oneOrList

    /// A name, a list of names, or amounts by name; written by name.
    private static let increments: ValueFormat<[Scenario.Change.Increment]> = {
        let amounts = ValueFormat.integer(Int.min...Int.max).map()
        return ValueFormat(.either([names.shape, amounts.shape])) { value in
            if value.kind != .object { return names.read(value)?.map { .init($0) } }
            return amounts.read(value)?.map { .init($0.name, by: $0.value) }
        } write: { increments in
            amounts.write(increments.map { ($0.name, $0.by) })
        }
    }()

    private static let captures: ValueFormat<[Scenario.Change.Capture]> = {
        let pointers = ValueFormat.pointer.map()
        return ValueFormat(pointers.shape) { value in
            pointers.read(value)?.map { .init($0.name, at: $0.value) }
        } write: { captures in
            pointers.write(captures.map { ($0.name, $0.pointer) })
        }
    }()

    static let topic = Topic(
        "then",
        """
        happens with the decision, of a reply or, on an endpoint, of each of its replies; a fault at requestBody comes before
        "state" is the variable that "when": { "state": "…" } asks for; "set" has others, whose strings may be templates
        "increment" is a name, names, or amounts by name; "remove" a name or names
        "capture" takes what stands at a JSON pointer of the request's body
        """,
        example: #""then": { "state": "booked", "increment": "bookings", "capture": { "name": "/user/name" } }"#
    )
}

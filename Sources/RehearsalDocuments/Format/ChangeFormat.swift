import Rehearsal

/// The format of `then`: the changes that a reply makes to variables.
enum ChangeFormat {
    static let change = ObjectFormat<Scenario.Change>(
        "then",
        "\"then\"",
        topic: "then",
        new: { Scenario.Change() },
        fields: [
            KeyFormat("state", "the new state", .string()) { fields, change in
                if let state = fields.value("state", .text) {
                    change.set.append(JSON.Member("state", .string(state)))
                }
                return true
            },
            KeyFormat("set", "the new values of variables, by name", .dictionary(.any)) { fields, change in
                guard let set = fields["set"] else { return true }
                change.set += variables(set)
                fields.reader.checkTemplates(set.node)
                return true
            } write: { change in
                change.set.isEmpty ? [] : [JSON.Member("set", .object(change.set))]
            },
            KeyFormat(
                "increment",
                "the counters to increase: a name, a list of names, or amounts by name",
                increments,
                \.increment
            ) { $0.isEmpty },
            KeyFormat("remove", "the variables to remove: a name, or a list of names", names, \.remove) { $0.isEmpty },
            KeyFormat(
                "capture",
                "the variables to set from the request's body: JSON pointers by name",
                captures,
                \.capture
            ) {
                $0.isEmpty
            },
        ]
    )

    /// Returns the variables in an object; reports an error and returns none if the value is not an object.
    static func variables(_ value: DocumentValue) -> [JSON.Member] {
        value.expect(.object) ? value.uniqueMembers().map { JSON.Member($0.name, $0.value.value) } : []
    }

    private static let names = ValueFormat<String>.text.oneOrList

    /// The format of a name, a list of names, or amounts by name; written as amounts by name.
    private static let increments: ValueFormat<[Scenario.Change.Increment]> = {
        let amounts = ValueFormat.integer(Int.min...Int.max).map()
        return ValueFormat(.anyOf([names.shape, amounts.shape])) { value in
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
        the server applies the changes when it selects the reply, unless a fault at requestBody has ended the exchange
        in an endpoint, "then" applies to each of its replies
        "state" is the variable that "when": { "state": "…" } compares
        "set" sets other variables; its strings may be templates
        "increment" takes a name, a list of names, or amounts by name; "remove" takes a name or a list of names
        "capture" sets a variable to the value at a JSON pointer of the request's body
        """,
        example: #""then": { "state": "booked", "increment": "bookings", "capture": { "name": "/user/name" } }"#
    )
}

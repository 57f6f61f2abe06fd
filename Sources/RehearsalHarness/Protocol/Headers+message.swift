import Rehearsal

extension Scenario.Headers {
    /// Header fields as an object, `{"Retry-After": "1"}`, where a value may be a list, or as a list of pairs.
    init(_ value: MessageValue) throws(MessageError) {
        self.init()
        if case .array = value.json {
            for pair in try value.elements() {
                let words = try pair.elements()
                guard words.count == 2 else { throw pair.wrong("a name and a value") }
                append(try words[0].string(), try words[1].string())
            }
            return
        }
        for (name, value) in try value.members() {
            if case .array = value.json {
                for element in try value.elements() { append(name, try element.string()) }
            } else {
                append(name, try value.string())
            }
        }
    }

    /// A list of pairs, in order.
    var pairs: JSON { .array(fields.map { .array([.string($0.name), .string($0.value ?? "")]) }) }
}

import Rehearsal

/// The format of a value: its schema, and the functions that read and write it.
struct ValueFormat<Value>: Sendable {
    /// Returns the value; reports an error and returns nil if it is wrong.
    typealias Read = @Sendable (DocumentValue) -> Value?
    /// Returns the JSON of a value; nil if the format cannot express it.
    typealias Write = @Sendable (Value) -> JSON?

    let shape: Shape
    let read: Read
    let write: Write

    init(_ shape: Shape, read: @escaping Read, write: @escaping Write) {
        (self.shape, self.read, self.write) = (shape, read, write)
    }

    /// Returns a format that is created when a document has such a value, which makes the start of the program faster.
    static func deferred(_ shape: Shape, _ format: @autoclosure @escaping @Sendable () -> Self) -> Self {
        Self(shape, read: { format().read($0) }, write: { format().write($0) })
    }

    /// The format of an optional value; nil is not written.
    var optional: ValueFormat<Value?> {
        ValueFormat<Value?>(shape, read: { read($0) }, write: { $0.flatMap(write) })
    }

    /// Returns the format of an enum case that has the value. Other cases of the enum are not written.
    func `case`<Thing>(
        _ make: @escaping @Sendable (Value) -> Thing,
        _ take: @escaping @Sendable (Thing) -> Value?,
    ) -> ValueFormat<Thing> {
        ValueFormat<Thing>(shape, read: { read($0).map(make) }, write: { take($0).flatMap(write) })
    }

    /// Returns the format of values that satisfy a condition.
    ///
    /// - Parameter message: the error message for other values.
    func `where`(
        _ holds: @escaping @Sendable (Value) -> Bool,
        else message: String,
        hint: String,
        see topic: String,
    ) -> Self {
        Self(shape) { value in
            guard let read = read(value) else { return nil }
            return holds(read) ? read : value.reject(message, hint: hint, see: topic)
        } write: {
            write($0)
        }
    }

    /// Returns the format of a list of the values.
    func list(_ count: ClosedRange<Int> = 0...Int.max) -> ValueFormat<[Value]> {
        ValueFormat<[Value]>(.list(shape, count: count)) { value in
            value.expect(.array) ? value.elements.compactMap(read) : nil
        } write: { values in
            JSON.list(values.map(write))
        }
    }

    /// The format of one value, or a list of values.
    var oneOrList: ValueFormat<[Value]> {
        ValueFormat<[Value]>(.anyOf([shape, .list(shape)])) { value in
            value.each.compactMap(read)
        } write: { values in
            JSON.list(values.map(write))
        }
    }

    /// Returns the format of an object that maps distinct names, which the author chooses, to values.
    func map(_ pattern: String? = nil) -> ValueFormat<[(name: String, value: Value)]> {
        ValueFormat<[(name: String, value: Value)]>(.dictionary(shape, names: pattern)) { value in
            guard value.expect(.object) else { return nil }
            return value.uniqueMembers().compactMap { member in read(value.value(of: member)).map { (member.name, $0) }
            }
        } write: { values in
            let members = values.compactMap { named in write(named.value).map { JSON.Member(named.name, $0) } }
            return members.count == values.count ? .object(members) : nil
        }
    }
}

extension JSON {
    /// Returns a list of values; nil if one of them is nil, which the format cannot express.
    static func list(_ values: [JSON?]) -> JSON? {
        let known = values.compactMap(\.self)
        return known.count == values.count ? .array(known) : nil
    }
}

extension ValueFormat where Value == String {
    static var text: Self { Self(.string(), read: { $0.string() }, write: { .string($0) }) }

    /// Returns the format of a string; numbers and Booleans are read as their text.
    static func scalar(hint: String? = nil) -> Self {
        Self(.ref("scalar"), read: { $0.scalar(hint: hint) }, write: { .string($0) })
    }

    /// Returns the format of a string of at least one character.
    ///
    /// - Parameter message: the error message for an empty string.
    static func name(_ message: String, hint: String, see topic: String) -> Self {
        Self(.string(minLength: 1), read: text.read, write: text.write)
            .where({ !$0.isEmpty }, else: message, hint: hint, see: topic)
    }

    /// The format of a value that can be sent in a header line.
    static var headerLine: Self {
        Self(.ref("headerLine"), read: { $0.headerLine() }, write: { .string($0) })
    }
}

extension ValueFormat where Value == Bool {
    static var bool: Self { Self(.bool, read: { $0.bool() }, write: { .bool($0) }) }
}

extension ValueFormat where Value == JSON {
    static var any: Self { Self(.any, read: { $0.node.value }, write: { $0 }) }
}

extension ValueFormat where Value: FixedWidthInteger & Sendable {
    /// Returns the format of an integer.
    static func integer(_ range: ClosedRange<Value>, hint: String? = nil) -> Self {
        Self(
            .integer(Int(clamping: range.lowerBound)...Int(clamping: range.upperBound)),
            read: { $0.integer(range, hint: hint) },
            write: { .integer($0) }
        )
    }
}

extension ValueFormat where Value == Int {
    /// The format of a rate in bytes per second, written with its unit.
    static var rate: Self { Self(.ref("rate"), read: { $0.rate() }, write: { .string("\($0)B/s") }) }
}

extension ValueFormat where Value == Duration {
    static var duration: Self { Self(.ref("duration"), read: { $0.duration() }, write: { .string($0.scenarioText) }) }
}

extension ValueFormat where Value == [UInt8] {
    static var base64: Self { Self(.ref("base64"), read: { $0.base64() }, write: { .string(Base64.encoded($0)) }) }
}

extension ValueFormat where Value == Scenario.PathPattern {
    static var path: Self { Self(.ref("path"), read: { $0.path() }, write: { .string($0.text) }) }
}

extension ValueFormat where Value == JSON.Pointer {
    static var pointer: Self {
        Self(.string(pattern: ScenarioSchema.pointer), read: { $0.pointer() }, write: { .string($0.description) })
    }
}

extension ValueFormat where Value: RawRepresentable<String> & CaseIterable & Sendable {
    /// Returns the format of a word of a closed set.
    static func word(see topic: String? = nil) -> Self {
        let words = Value.allCases.map(\.rawValue)
        return Self(
            .enumeration(words),
            read: { $0.choice(words, see: topic).flatMap { Value(rawValue: $0) } },
            write: { .string($0.rawValue) }
        )
    }
}

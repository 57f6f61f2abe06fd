import Rehearsal

/// A kind of value: its schema, and the functions that read and write it.
struct ValueFormat<Value>: Sendable {
    /// Returns the value; nil if it is wrong, which has been reported.
    typealias Read = @Sendable (DocumentValue) -> Value?
    /// Returns the value as documents write it; nil if none can say it.
    typealias Write = @Sendable (Value) -> JSON?

    let shape: Shape
    let read: Read
    let write: Write

    init(_ shape: Shape, read: @escaping Read, write: @escaping Write) {
        (self.shape, self.read, self.write) = (shape, read, write)
    }

    /// The same value, whose definition is made only when a document has one.
    static func deferred(_ shape: Shape, _ format: @autoclosure @escaping @Sendable () -> Self) -> Self {
        Self(shape, read: { format().read($0) }, write: { format().write($0) })
    }

    /// The same value, or none.
    var optional: ValueFormat<Value?> {
        ValueFormat<Value?>(shape, read: { read($0) }, write: { $0.flatMap(write) })
    }

    /// The value of one case of a thing; nothing is written where the thing is another case.
    func `case`<Thing>(
        _ make: @escaping @Sendable (Value) -> Thing,
        _ take: @escaping @Sendable (Thing) -> Value?,
    ) -> ValueFormat<Thing> {
        ValueFormat<Thing>(shape, read: { read($0).map(make) }, write: { take($0).flatMap(write) })
    }

    /// The same value where a condition holds.
    ///
    /// - Parameter message: says why another value is wrong.
    func `where`(
        _ holds: @escaping @Sendable (Value) -> Bool,
        else message: String,
        hint: String,
        see topic: String,
    ) -> Self {
        Self(shape) { value in
            guard let read = read(value) else { return nil }
            return holds(read) ? read : value.refuse(message, hint: hint, see: topic)
        } write: {
            write($0)
        }
    }

    /// A list of such values.
    func list(_ count: ClosedRange<Int> = 0...Int.max) -> ValueFormat<[Value]> {
        ValueFormat<[Value]>(.list(shape, count: count)) { value in
            value.expect(.array) ? value.elements.compactMap(read) : nil
        } write: { values in
            JSON.list(values.map(write))
        }
    }

    /// One such value, or a list of them.
    var oneOrList: ValueFormat<[Value]> {
        ValueFormat<[Value]>(.either([shape, .list(shape)])) { value in
            value.each.compactMap(read)
        } write: { values in
            JSON.list(values.map(write))
        }
    }

    /// Values of a name that the writer gives, each name once.
    func map(_ pattern: String? = nil) -> ValueFormat<[(name: String, value: Value)]> {
        ValueFormat<[(name: String, value: Value)]>(.map(shape, names: pattern)) { value in
            guard value.expect(.object) else { return nil }
            return value.named().compactMap { member in read(value.value(of: member)).map { (member.name, $0) } }
        } write: { values in
            let members = values.compactMap { named in write(named.value).map { JSON.Member(named.name, $0) } }
            return members.count == values.count ? .object(members) : nil
        }
    }
}

extension JSON {
    /// The list of these values; nil if one of them is nil, which no document can say.
    static func list(_ values: [JSON?]) -> JSON? {
        let known = values.compactMap(\.self)
        return known.count == values.count ? .array(known) : nil
    }
}

extension ValueFormat where Value == String {
    static var text: Self { Self(.string(), read: { $0.string() }, write: { .string($0) }) }

    /// A string, or a number or truth value as it is written.
    static func scalar(hint: String? = nil) -> Self {
        Self(.ref("scalar"), read: { $0.scalar(hint: hint) }, write: { .string($0) })
    }

    /// A text of at least one character.
    ///
    /// - Parameter message: reports an empty one.
    static func name(_ message: String, hint: String, see topic: String) -> Self {
        Self(.string(minLength: 1), read: text.read, write: text.write)
            .where({ !$0.isEmpty }, else: message, hint: hint, see: topic)
    }

    /// A value that fits in a line of a head.
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
    /// A whole number.
    static func integer(_ range: ClosedRange<Value>, hint: String? = nil) -> Self {
        Self(
            .integer(Int(clamping: range.lowerBound)...Int(clamping: range.upperBound)),
            read: { $0.integer(range, hint: hint) },
            write: { .integer($0) }
        )
    }
}

extension ValueFormat where Value == Int {
    /// A number and its unit, in bytes a second.
    static var rate: Self { Self(.ref("rate"), read: { $0.rate() }, write: { .string("\($0)B/s") }) }
}

extension ValueFormat where Value == Duration {
    static var duration: Self { Self(.ref("duration"), read: { $0.duration() }, write: { .string($0.written) }) }
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
    /// A word of a closed set.
    static func word(see topic: String? = nil) -> Self {
        let words = Value.allCases.map(\.rawValue)
        return Self(
            .words(words),
            read: { $0.choice(words, see: topic).flatMap { Value(rawValue: $0) } },
            write: { .string($0.rawValue) }
        )
    }
}

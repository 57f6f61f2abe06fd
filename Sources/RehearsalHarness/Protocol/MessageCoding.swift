import Rehearsal

/// A type with one form in the messages of the process protocol.
protocol MessageCodable: SendableMetatype {
    static var coding: MessageCoding<Self> { get }
}

/// The form of a value in a message, for reading and writing.
///
/// `Codable` would need both directions for each type. A message has omitted members, nulls, ranges, alternative
/// forms, and numbers whose text matters.
struct MessageCoding<Value>: Sendable {
    let read: @Sendable (MessageValue) throws -> Value
    let write: @Sendable (Value) -> JSON
}

extension MessageCoding {
    /// Creates a form without members or elements.
    ///
    /// - Parameter expected: a description of the valid values, for errors.
    init(
        _ expected: String,
        read: @escaping @Sendable (JSON) -> Value?,
        write: @escaping @Sendable (Value) -> JSON,
    ) {
        self.init(
            read: { message in
                guard let value = read(message.json) else { throw message.mismatch(expected) }
                return value
            },
            write: write
        )
    }

    /// Returns the form with a further check when a value is read.
    func checked(_ check: @escaping @Sendable (Value, MessageValue) throws -> Void) -> MessageCoding {
        MessageCoding(
            read: { message in
                let value = try read(message)
                try check(value, message)
                return value
            },
            write: write
        )
    }

    /// The form of a list of such values.
    var list: MessageCoding<[Value]> {
        MessageCoding<[Value]>(
            read: { message in try message.elements().map(read) },
            write: { values in .array(values.map(write)) }
        )
    }

    /// Returns the form of a set of such values, as a list.
    ///
    /// - Parameter order: the property by which a written list is sorted.
    func set<Order: Comparable>(sortedBy order: any KeyPath<Value, Order> & Sendable) -> MessageCoding<Set<Value>>
    where Value: Hashable & SendableMetatype {
        MessageCoding<Set<Value>>(
            read: { message in Set(try list.read(message)) },
            write: { values in list.write(values.sorted { $0[keyPath: order] < $1[keyPath: order] }) }
        )
    }

    /// The form of such values by status: `{"409": …}`.
    var byStatus: MessageCoding<[Int: Value]> {
        MessageCoding<[Int: Value]>(
            read: { message in
                var values: [Int: Value] = [:]
                for (name, value) in try message.members() {
                    guard name.utf8.count == 3, let status = Int(name), status >= 100 else {
                        throw MessageError(value.place, "expected a status as the member name, found \"\(name)\"")
                    }
                    values[status] = try read(value)
                }
                return values
            },
            write: { values in
                .object(values.sorted { $0.key < $1.key }.map { JSON.Member("\($0.key)", write($0.value)) })
            }
        )
    }

    /// The form of such a value or null.
    var orNull: MessageCoding<Value?> {
        MessageCoding<Value?>(
            read: { message in message.json == .null ? nil : try read(message) },
            write: { value in value.map(write) ?? .null }
        )
    }

    /// Returns the form of an object with these members.
    ///
    /// - Parameters:
    ///   - blank: the value of an object without members.
    ///   - expected: a description of the valid values, for errors; nil to read any other value as an empty object.
    ///   - fields: the members, in the order in which they are read and written.
    ///   - complete: sets and checks values that depend on several members.
    static func object(
        _ blank: Value,
        expecting expected: String? = "an object",
        _ fields: [MessageField<Value>],
        then complete: @escaping @Sendable (inout Value, MessageValue) throws -> Void = { _, _ in },
    ) -> MessageCoding where Value: Sendable {
        MessageCoding(
            read: { message in
                if let expected, !message.isObject { throw message.mismatch(expected) }
                var value = blank
                for field in fields { try field.read(message, &value) }
                try complete(&value, message)
                return value
            },
            write: { value in .object(fields.compactMap { $0.write(value) }) }
        )
    }
}

/// A member name in a message, with the form of its value.
struct MessageKey<Value>: Sendable {
    let name: String
    let coding: MessageCoding<Value>

    init(_ name: String, _ coding: MessageCoding<Value>) { (self.name, self.coding) = (name, coding) }

    init(_ name: String) where Value: MessageCodable { self.init(name, Value.coding) }

    /// Returns the member with this name and a value.
    func member(_ value: Value) -> JSON.Member { JSON.Member(name, coding.write(value)) }
}

extension MessageValue {
    /// The value under a name; nil if it is missing or null.
    subscript<Value>(key: MessageKey<Value>) -> Value? {
        get throws { try self[key.name].map(key.coding.read) }
    }

    /// Returns the value under a name; throws if it is missing.
    func required<Value>(_ key: MessageKey<Value>) throws -> Value { try key.coding.read(member(key.name)) }
}

/// A member of an object in a message, and the property of a value that holds it.
struct MessageField<Object>: Sendable {
    let read: @Sendable (MessageValue, inout Object) throws -> Void
    let write: @Sendable (Object) -> JSON.Member?
}

extension MessageField {
    /// Creates a member with an explicit form; the property keeps its value if the message lacks the member.
    ///
    /// - Parameters:
    ///   - isRequired: whether a message must have the member.
    ///   - isOmitted: whether a value is not written.
    init<Value>(
        _ name: String,
        _ property: any WritableKeyPath<Object, Value> & Sendable,
        as coding: MessageCoding<Value>,
        isRequired: Bool = false,
        omittedIf isOmitted: @escaping @Sendable (Value) -> Bool = { _ in false },
    ) {
        let key = MessageKey(name, coding)
        self.init(
            read: { message, object in
                if isRequired {
                    object[keyPath: property] = try message.required(key)
                } else if let value = try message[key] {
                    object[keyPath: property] = value
                }
            },
            write: { object in
                let value = object[keyPath: property]
                return isOmitted(value) ? nil : key.member(value)
            }
        )
    }

    /// Creates a member with an explicit form, omitted if the property is nil.
    init<Value>(
        _ name: String,
        _ property: any WritableKeyPath<Object, Value?> & Sendable,
        as coding: MessageCoding<Value>,
    ) {
        let key = MessageKey(name, coding)
        self.init(
            read: { message, object in
                if let value = try message[key] { object[keyPath: property] = value }
            },
            write: { object in object[keyPath: property].map(key.member) }
        )
    }

    /// Creates a member; the property keeps its value if the message lacks the member.
    init<Value: MessageCodable>(
        _ name: String,
        _ property: any WritableKeyPath<Object, Value> & Sendable,
        isRequired: Bool = false,
        omittedIf isOmitted: @escaping @Sendable (Value) -> Bool = { _ in false },
    ) {
        self.init(name, property, as: Value.coding, isRequired: isRequired, omittedIf: isOmitted)
    }

    /// Creates a member that is omitted if the property is nil.
    init<Value: MessageCodable>(_ name: String, _ property: any WritableKeyPath<Object, Value?> & Sendable) {
        self.init(name, property, as: Value.coding)
    }
}

import Rehearsal

/// A type whose values have one form in the messages of the process protocol.
protocol MessageCodable: SendableMetatype {
    static var coding: MessageCoding<Self> { get }
}

/// The form of a value in a message: reads the value from it, and writes the value into it.
///
/// `Codable` would need both directions for each type: a message has members that are left out, that are null, that
/// have a range or one of several forms, and numbers whose text counts.
struct MessageCoding<Value>: Sendable {
    let read: @Sendable (MessageValue) throws -> Value
    let write: @Sendable (Value) -> JSON
}

extension MessageCoding {
    /// Creates a form that has no parts.
    ///
    /// - Parameter expected: a description of the valid values, for errors.
    init(
        _ expected: String,
        read: @escaping @Sendable (JSON) -> Value?,
        write: @escaping @Sendable (Value) -> JSON,
    ) {
        self.init(
            read: { message in
                guard let value = read(message.json) else { throw message.wrong(expected) }
                return value
            },
            write: write
        )
    }

    /// Returns the same form with a further rule for what is read.
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

    /// A list of such values.
    var list: MessageCoding<[Value]> {
        MessageCoding<[Value]>(
            read: { message in try message.elements().map(read) },
            write: { values in .array(values.map(write)) }
        )
    }

    /// Returns a list of such values without an order of its own.
    ///
    /// - Parameter order: the property that a written list is sorted by.
    func set<Order: Comparable>(sortedBy order: any KeyPath<Value, Order> & Sendable) -> MessageCoding<Set<Value>>
    where Value: Hashable & SendableMetatype {
        MessageCoding<Set<Value>>(
            read: { message in Set(try list.read(message)) },
            write: { values in list.write(values.sorted { $0[keyPath: order] < $1[keyPath: order] }) }
        )
    }

    /// Such values by status: `{"409": …}`.
    var byStatus: MessageCoding<[Int: Value]> {
        MessageCoding<[Int: Value]>(
            read: { message in
                var values: [Int: Value] = [:]
                for (name, value) in try message.members() {
                    guard name.utf8.count == 3, let status = Int(name), status >= 100 else {
                        throw MessageError(value.place, "the name of a member is a status, found \"\(name)\"")
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

    /// Such a value, or null.
    var orNull: MessageCoding<Value?> {
        MessageCoding<Value?>(
            read: { message in message.json == .null ? nil : try read(message) },
            write: { value in value.map(write) ?? .null }
        )
    }

    /// Returns an object with these members.
    ///
    /// - Parameters:
    ///   - blank: the value of an object without members.
    ///   - expected: a description of the valid values, for errors; nil where anything else is read as an object
    ///     without members.
    ///   - fields: the members, in the order in which they are read and written.
    ///   - complete: sets what depends on several members, and checks them together.
    static func object(
        _ blank: Value,
        expecting expected: String? = "an object",
        _ fields: [MessageField<Value>],
        then complete: @escaping @Sendable (inout Value, MessageValue) throws -> Void = { _, _ in },
    ) -> MessageCoding where Value: Sendable {
        MessageCoding(
            read: { message in
                if let expected, !message.isObject { throw message.wrong(expected) }
                var value = blank
                for field in fields { try field.read(message, &value) }
                try complete(&value, message)
                return value
            },
            write: { value in .object(fields.compactMap { $0.write(value) }) }
        )
    }
}

/// A name in an object of a message, and the form of what stands under it.
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

    /// Returns the value under a name, which must be there.
    func required<Value>(_ key: MessageKey<Value>) throws -> Value { try key.coding.read(member(key.name)) }
}

/// A member of an object in a message, and the property of a value that holds it.
struct MessageField<Object>: Sendable {
    let read: @Sendable (MessageValue, inout Object) throws -> Void
    let write: @Sendable (Object) -> JSON.Member?
}

extension MessageField {
    /// Creates a member of a form of its own; the property stays as it is where the message does not have it.
    ///
    /// - Parameters:
    ///   - isRequired: whether a message must have the member.
    ///   - isOmitted: tells the values that are not written.
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

    /// Creates a member of a form of its own that is missing where the property is nil.
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

    /// Creates a member; the property stays as it is where the message does not have it.
    init<Value: MessageCodable>(
        _ name: String,
        _ property: any WritableKeyPath<Object, Value> & Sendable,
        isRequired: Bool = false,
        omittedIf isOmitted: @escaping @Sendable (Value) -> Bool = { _ in false },
    ) {
        self.init(name, property, as: Value.coding, isRequired: isRequired, omittedIf: isOmitted)
    }

    /// Creates a member that is missing where the property is nil.
    init<Value: MessageCodable>(_ name: String, _ property: any WritableKeyPath<Object, Value?> & Sendable) {
        self.init(name, property, as: Value.coding)
    }
}

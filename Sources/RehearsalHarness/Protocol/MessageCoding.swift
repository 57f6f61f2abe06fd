import Rehearsal

/// A type that messages of the process protocol contain, always in the same JSON form.
protocol MessageCodable: SendableMetatype {
    /// The JSON form of the type.
    static var coding: MessageCoding<Self> { get }
}

/// The JSON form of a type in messages, for reading and writing.
///
/// With `Codable`, most types would need code for both directions: messages have omitted members, nulls, ranges,
/// alternative forms, and numbers whose text must be preserved.
struct MessageCoding<Value>: Sendable {
    let read: @Sendable (MessageValue) throws -> Value
    let write: @Sendable (Value) -> JSON
}

extension MessageCoding {
    /// Creates the form of a scalar value.
    ///
    /// - Parameters:
    ///   - expected: a description of the valid values, for errors.
    ///   - read: converts JSON to a value; returns nil if it is not valid.
    ///   - write: converts a value to JSON.
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

    /// Returns the form, with an additional check of each value that is read.
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

    /// The form of an array of these values.
    var list: MessageCoding<[Value]> {
        MessageCoding<[Value]>(
            read: { message in try message.elements().map(read) },
            write: { values in .array(values.map(write)) }
        )
    }

    /// Returns the form of a set of these values, which is an array.
    ///
    /// - Parameter order: the property by which the written array is sorted.
    func set<Order: Comparable>(sortedBy order: any KeyPath<Value, Order> & Sendable) -> MessageCoding<Set<Value>>
    where Value: Hashable & SendableMetatype {
        MessageCoding<Set<Value>>(
            read: { message in Set(try list.read(message)) },
            write: { values in list.write(values.sorted { $0[keyPath: order] < $1[keyPath: order] }) }
        )
    }

    /// The form of a dictionary of these values by HTTP status: `{"409": …}`.
    var byStatus: MessageCoding<[Int: Value]> {
        MessageCoding<[Int: Value]>(
            read: { message in
                var values: [Int: Value] = [:]
                for (name, value) in try message.members() {
                    guard name.utf8.count == 3, let status = Int(name), status >= 100 else {
                        throw MessageError(value.place, "expected an HTTP status as the member name, found \"\(name)\"")
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

    /// The form of an optional value, in which nil is null.
    var orNull: MessageCoding<Value?> {
        MessageCoding<Value?>(
            read: { message in message.json == .null ? nil : try read(message) },
            write: { value in value.map(write) ?? .null }
        )
    }

    /// Returns the form of an object with these members.
    ///
    /// - Parameters:
    ///   - blank: the value for an object without members.
    ///   - expected: a description of the valid values, for errors; nil to read a value of another type like `{}`.
    ///   - fields: the members, in the order in which they are read and written.
    ///   - complete: a function that sets and checks properties that depend on several members.
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

/// The name of a member in a message, and the form of its value.
struct MessageKey<Value>: Sendable {
    let name: String
    let coding: MessageCoding<Value>

    init(_ name: String, _ coding: MessageCoding<Value>) { (self.name, self.coding) = (name, coding) }

    init(_ name: String) where Value: MessageCodable { self.init(name, Value.coding) }

    /// Returns the member with this name and this value.
    func member(_ value: Value) -> JSON.Member { JSON.Member(name, coding.write(value)) }
}

extension MessageValue {
    /// The value of a member; nil if the member is missing or null.
    subscript<Value>(key: MessageKey<Value>) -> Value? {
        get throws { try self[key.name].map(key.coding.read) }
    }

    /// Returns the value of a member, or that of the member with its former name; nil if both are missing or null.
    func value<Value>(of key: MessageKey<Value>, formerly formerName: String?) throws -> Value? {
        // Both members are known, so neither adds a remark.
        let former = formerName.flatMap { self[$0] }
        return try (self[key.name] ?? former).map(key.coding.read)
    }

    /// Returns the value of a member; throws if the member is missing or null.
    func required<Value>(_ key: MessageKey<Value>) throws -> Value { try key.coding.read(member(key.name)) }
}

/// A member of a JSON object in a message, and the property of `Object` to which it corresponds.
struct MessageField<Object>: Sendable {
    let read: @Sendable (MessageValue, inout Object) throws -> Void
    let write: @Sendable (Object) -> JSON.Member?
}

extension MessageField {
    /// Creates a member of this form. If a message lacks the member, the property is not changed.
    ///
    /// - Parameters:
    ///   - formerName: the name of the member in messages of older clients; nil if it was the same.
    ///   - isRequired: whether a message without the member is not valid.
    ///   - isOmitted: returns whether a written message omits the member for this value.
    init<Value>(
        _ name: String,
        formerly formerName: String? = nil,
        _ property: any WritableKeyPath<Object, Value> & Sendable,
        as coding: MessageCoding<Value>,
        isRequired: Bool = false,
        omittedIf isOmitted: @escaping @Sendable (Value) -> Bool = { _ in false },
    ) {
        let key = MessageKey(name, coding)
        self.init(
            read: { message, object in
                if let value = try message.value(of: key, formerly: formerName) {
                    object[keyPath: property] = value
                } else if isRequired {
                    object[keyPath: property] = try message.required(key)
                }
            },
            write: { object in
                let value = object[keyPath: property]
                return isOmitted(value) ? nil : key.member(value)
            }
        )
    }

    /// Creates a member of this form, which a written message omits if the property is nil.
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

    /// Creates a member of its type's form. If a message lacks the member, the property is not changed.
    init<Value: MessageCodable>(
        _ name: String,
        formerly formerName: String? = nil,
        _ property: any WritableKeyPath<Object, Value> & Sendable,
        isRequired: Bool = false,
        omittedIf isOmitted: @escaping @Sendable (Value) -> Bool = { _ in false },
    ) {
        self.init(
            name,
            formerly: formerName,
            property,
            as: Value.coding,
            isRequired: isRequired,
            omittedIf: isOmitted
        )
    }

    /// Creates a member of its type's form, which a written message omits if the property is nil.
    init<Value: MessageCodable>(_ name: String, _ property: any WritableKeyPath<Object, Value?> & Sendable) {
        self.init(name, property, as: Value.coding)
    }
}

import Rehearsal
import RehearsalContracts

/// A member of a record's JSON object, with the functions that write and read it.
struct SnapshotField<Record>: Sendable {
    let name: String
    let write: @Sendable (Record) -> JSON
    /// The function that reads the member from a record's JSON object. It returns false if the record is not valid.
    let read: @Sendable (JSON, inout Record) -> Bool

    /// Creates a member for a property.
    ///
    /// If the member is missing or not valid, the property keeps its default value. A record without a required member
    /// is not valid.
    init<Value: SnapshotValue>(
        _ name: String,
        _ property: any WritableKeyPath<Record, Value> & Sendable,
        isRequired: Bool = false,
    ) {
        self.name = name
        write = { $0[keyPath: property].json }
        read = { json, record in
            guard let value = json[name].flatMap(Value.init(json:)) else { return !isRequired }
            record[keyPath: property] = value
            return true
        }
    }

    /// Creates a member for a value that is computed. By default, reading ignores the member.
    init(
        _ name: String,
        written write: @escaping @Sendable (Record) -> JSON,
        read: @escaping @Sendable (JSON, inout Record) -> Bool = { _, _ in true },
    ) {
        (self.name, self.write, self.read) = (name, write, read)
    }
}

/// A value that a report contains as JSON.
protocol SnapshotValue: SendableMetatype {
    init?(json: JSON)
    var json: JSON { get }
}

/// A value that is a JSON object, with the same members in the same order for each value of the type.
protocol SnapshotRecord: SnapshotValue {
    /// Creates a record with default values.
    init()
    static var fields: [SnapshotField<Self>] { get }
}

extension SnapshotRecord {
    var json: JSON { .object(Self.fields.map { JSON.Member($0.name, $0.write(self)) }) }

    init?(json: JSON) {
        self.init()
        for field in Self.fields where !field.read(json, &self) { return nil }
    }
}

extension SnapshotValue where Self: RawRepresentable<String> {
    var json: JSON { .string(rawValue) }

    init?(json: JSON) {
        guard let name = String(json: json) else { return nil }
        self.init(rawValue: name)
    }
}

extension String: SnapshotValue {
    var json: JSON { .string(self) }

    init?(json: JSON) {
        guard case .string(let text) = json else { return nil }
        self = text
    }
}

extension Bool: SnapshotValue {
    var json: JSON { .bool(self) }

    init?(json: JSON) {
        guard case .bool(let value) = json else { return nil }
        self = value
    }
}

extension Int: SnapshotValue {
    var json: JSON { .integer(self) }

    init?(json: JSON) {
        guard case .number(let number) = json else { return nil }
        self.init(number.text)
    }
}

extension Duration: SnapshotValue {
    var json: JSON { .integer(nanoseconds) }

    init?(json: JSON) {
        guard let nanoseconds = Int(json: json) else { return nil }
        self = .nanoseconds(nanoseconds)
    }
}

extension Optional: SnapshotValue where Wrapped: SnapshotValue {
    var json: JSON { map(\.json) ?? .null }

    init?(json: JSON) { self = Wrapped(json: json) }
}

extension Array: SnapshotValue where Element: SnapshotValue {
    var json: JSON { .array(map(\.json)) }

    /// Creates an array from JSON, without the elements that are not valid.
    init?(json: JSON) {
        guard case .array(let elements) = json else { return nil }
        self = elements.compactMap(Element.init(json:))
    }
}

import Rehearsal

/// The names of an object of the format and of its keys.
struct ObjectKeys: Sendable {
    /// The name of the definition in the JSON Schema.
    let name: String
    /// The name in messages: `an endpoint`.
    let noun: String
    /// The topic that explains the object: `endpoint`.
    let topic: String
    /// The keys in the order in which help lists them, each with its purpose.
    let fields: [ObjectShape.Field]
    /// The names of the keys, in the same order.
    let names: [String]

    init(_ name: String, _ noun: String, topic: String, fields: [ObjectShape.Field]) {
        (self.name, self.noun, self.topic, self.fields) = (name, noun, topic, fields)
        names = fields.map(\.name)
    }
}

/// An object of the format: its keys with the functions that read and write them, and the rules between them.
struct ObjectFormat<Object>: Sendable {
    typealias Step = @Sendable (_ fields: ObjectReader, _ object: inout Object) -> Bool

    let keys: ObjectKeys
    private let fields: [KeyFormat<Object>]
    private let rules: [ObjectShape.Rule]
    private let new: @Sendable () -> Object

    /// The values other than objects that the schema permits.
    private var alternatives: [Shape] = []
    /// The keys at the end of the schema, in that order.
    private var schemaLast: [String] = []
    /// The keys that are read last, in that order.
    private var readLast: [String] = []
    /// The keys that are written last, in that order.
    private var writtenLast: [String] = []
    private var isInDocumentOrder = false
    private var prepare: Step?
    private var finish: Step?

    /// - Parameters:
    ///   - new: creates an object without any of the keys.
    ///   - fields: the keys in the order in which they are listed and read.
    init(
        _ name: String,
        _ noun: String,
        topic: String,
        new: @escaping @Sendable () -> Object,
        fields: [KeyFormat<Object>],
        rules: [ObjectShape.Rule] = [],
    ) {
        keys = ObjectKeys(name, noun, topic: topic, fields: fields.map(\.key))
        self.fields = fields
        self.rules = rules
        self.new = new
    }

    /// Returns the format with values of other shapes, which the schema permits beside the object.
    func accepting(_ alternatives: Shape...) -> Self { changed { $0.alternatives = alternatives } }

    /// Returns the format with the keys that are last in the schema, that are read last, and that are written last.
    func ordered(schemaLast: [String] = [], readLast: [String] = [], writtenLast: [String] = []) -> Self {
        changed { ($0.schemaLast, $0.readLast, $0.writtenLast) = (schemaLast, readLast, writtenLast) }
    }

    /// Returns the format with its keys read in the order of the document.
    func inDocumentOrder() -> Self { changed { $0.isInDocumentOrder = true } }

    /// Returns the format with a step before the keys are read; an object is rejected if the step returns false.
    func before(_ step: @escaping Step) -> Self { changed { $0.prepare = step } }

    /// Returns the format with a step after the keys are read, which runs if no required key is missing or wrong.
    func after(_ step: @escaping Step) -> Self { changed { $0.finish = step } }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }

    // MARK: Schema

    /// The object alone, in the order of the schema.
    var object: ObjectShape {
        ObjectShape(fields: Self.moving(schemaLast, in: keys.fields, name: { $0.name }), rules: rules)
    }

    /// The definition in the schema.
    var definition: ScenarioSchema.Definition {
        let shape = Shape.object(object)
        return .init(keys, alternatives.isEmpty ? shape : .anyOf(alternatives + [shape]))
    }

    /// The format of the object as the value of a key.
    var value: ValueFormat<Object> {
        ValueFormat(.ref(keys.name), read: { read($0) }, write: { write($0) })
    }

    private static func moving<Key>(_ last: [String], in all: [Key], name: (Key) -> String) -> [Key] {
        if last.isEmpty { return all }
        return all.filter { !last.contains(name($0)) } + last.compactMap { moved in all.first { name($0) == moved } }
    }

    // MARK: Reading and writing

    /// Returns the object that a value describes; reports an error and returns nil if the value is wrong.
    func read(_ value: DocumentValue) -> Object? { fields(of: value).flatMap { read($0) } }

    /// Returns the members of a value; reports an error and returns nil if the value is not an object.
    func fields(of value: DocumentValue) -> ObjectReader? { value.reader.fields(of: value.node, keys) }

    /// Returns the object that members describe; reports an error and returns nil if a required key is wrong.
    func read(_ members: ObjectReader) -> Object? {
        var object = new()
        if let prepare, !prepare(members, &object) { return nil }
        let order =
            isInDocumentOrder
            ? members.members(keys.names).compactMap { member in fields.first { $0.key.name == member.name } }
            : Self.moving(readLast, in: fields, name: { $0.key.name })
        var isComplete = true
        for field in order { if field.read?(members, &object) == false { isComplete = false } }
        guard isComplete, finish?(members, &object) ?? true else { return nil }
        return object
    }

    /// Returns the JSON of an object; nil if the format cannot express it.
    func write(_ object: Object) -> JSON? { members(of: object).map { .object($0) } }

    /// Returns the JSON members of an object; nil if the format cannot express it.
    func members(of object: Object, _ names: [String]? = nil) -> [JSON.Member]? {
        var members: [JSON.Member] = []
        for field in Self.moving(writtenLast, in: fields, name: { $0.key.name }) {
            guard let write = field.write, names?.contains(field.key.name) ?? true else { continue }
            guard let written = write(object) else { return nil }
            members += written
        }
        return members
    }
}

/// A key of an object: its purpose and value, and the functions that read and write it.
///
/// Key paths are created when a document has the key; created with the table, they would add a millisecond to every
/// start of the program.
struct KeyFormat<Object>: Sendable {
    /// Reads the key, which may be absent; returns false if the object cannot be read without it.
    typealias Read = @Sendable (_ fields: ObjectReader, _ object: inout Object) -> Bool
    /// Writes the key; returns no members for a default value, and nil if the format cannot express the value.
    typealias Write = @Sendable (_ object: Object) -> [JSON.Member]?
    /// Creates the key path of a property.
    typealias Path<Value> = @Sendable () -> any WritableKeyPath<Object, Value> & Sendable

    let key: ObjectShape.Field
    let read: Read?
    let write: Write?

    /// Creates a key with its own functions; a key without functions is read and written by those of another key.
    init(_ name: String, _ purpose: String, _ shape: Shape, read: Read? = nil, write: Write? = nil) {
        (key, self.read, self.write) = (ObjectShape.Field(name, purpose, shape), read, write)
    }

    /// Creates an optional key, which is not written if `omits` returns true.
    init<Value>(
        _ name: String,
        _ purpose: String,
        _ format: ValueFormat<Value>,
        _ path: @autoclosure @escaping Path<Value>,
        omits: @escaping @Sendable (Value) -> Bool,
    ) {
        self.init(name, purpose, format.shape) { fields, object in
            if let value = fields.value(name, format) { object[keyPath: path()] = value }
            return true
        } write: { object in
            let value = object[keyPath: path()]
            return omits(value) ? [] : format.write(value).map { [JSON.Member(name, $0)] }
        }
    }

    /// Creates an optional key, which is not written if it has the default value.
    init<Value: Equatable & Sendable>(
        _ name: String,
        _ purpose: String,
        _ format: ValueFormat<Value>,
        _ path: @autoclosure @escaping Path<Value>,
        default standard: Value,
    ) {
        self.init(name, purpose, format, path()) { $0 == standard }
    }

    /// Creates an optional key, which is not written if the value is nil.
    init<Value>(
        _ name: String,
        _ purpose: String,
        _ format: ValueFormat<Value>,
        _ path: @autoclosure @escaping Path<Value?>,
    ) {
        self.init(name, purpose, format.optional, path()) { $0 == nil }
    }

    /// Creates a required key.
    ///
    /// - Parameter example: a value of the key, for the hint of an error.
    init<Value>(
        _ name: String,
        _ purpose: String,
        _ format: ValueFormat<Value>,
        _ path: @autoclosure @escaping Path<Value>,
        requiredExample example: String,
    ) {
        self.init(name, purpose, format.shape) { fields, object in
            guard fields[name] != nil else {
                let hint = "write \(name.quoted): \(example)"
                fields.reportMissing("\(fields.keys.noun) needs \(name.quoted)", hint: hint)
                return false
            }
            guard let value = fields.value(name, format) else { return false }
            object[keyPath: path()] = value
            return true
        } write: { object in
            format.write(object[keyPath: path()]).map { [JSON.Member(name, $0)] }
        }
    }
}

extension KeyFormat {
    /// Creates a key of an object that has exactly one of several keys.
    ///
    /// - Parameters:
    ///   - make: creates the object from the value.
    ///   - take: returns the value of the object; nil if the object has another key.
    init<Value, Thing>(
        _ name: String,
        _ purpose: String,
        _ format: ValueFormat<Value>,
        make: @escaping @Sendable (Value) -> Thing,
        take: @escaping @Sendable (Thing) -> Value?,
    ) where Object == Thing? {
        self.init(name, purpose, format.shape) { fields, object in
            guard fields[name] != nil else { return true }
            guard let value = fields.value(name, format) else { return false }
            object = make(value)
            return true
        } write: { object in
            guard let value = object.flatMap(take) else { return [] }
            return format.write(value).map { [JSON.Member(name, $0)] }
        }
    }
}

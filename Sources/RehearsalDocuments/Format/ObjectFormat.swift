import Rehearsal

/// The name of an object of the format, and its keys.
struct ObjectKeys: Sendable {
    /// The definition in the schema.
    let name: String
    /// As a sentence names it: `an endpoint`.
    let what: String
    /// The topic that explains it: `endpoint`.
    let topic: String
    /// The keys in the order in which they are listed, each with its purpose.
    let fields: [ObjectShape.Field]
    /// The keys alone, in the same order.
    let names: [String]

    init(_ name: String, _ what: String, topic: String, fields: [ObjectShape.Field]) {
        (self.name, self.what, self.topic, self.fields) = (name, what, topic, fields)
        names = fields.map(\.name)
    }
}

/// An object of the format: its keys with the functions that read and write them, and the rules between them.
struct ObjectFormat<Object>: Sendable {
    typealias Step = @Sendable (_ fields: Fields, _ object: inout Object) -> Bool

    let keys: ObjectKeys
    private let fields: [Field<Object>]
    private let rules: [ObjectShape.Rule]
    private let new: @Sendable () -> Object

    /// The values beside objects that a schema allows.
    private var alternatives: [Shape] = []
    /// The keys that stand last in a schema, in their order there.
    private var schemaLast: [String] = []
    /// The keys that are read last, in that order.
    private var readLast: [String] = []
    /// The keys that are written last, in that order.
    private var writtenLast: [String] = []
    private var isInDocumentOrder = false
    private var prepare: Step?
    private var finish: Step?

    /// - Parameters:
    ///   - new: makes an object that has none of the keys.
    ///   - fields: in the order in which they are listed, and read.
    init(
        _ name: String,
        _ what: String,
        topic: String,
        new: @escaping @Sendable () -> Object,
        fields: [Field<Object>],
        rules: [ObjectShape.Rule] = [],
    ) {
        keys = ObjectKeys(name, what, topic: topic, fields: fields.map(\.key))
        self.fields = fields
        self.rules = rules
        self.new = new
    }

    /// The same object beside other values.
    func or(_ alternatives: Shape...) -> Self { changed { $0.alternatives = alternatives } }

    /// The same keys, of which these stand last in a schema, are read last, or are written last.
    func ordered(schemaLast: [String] = [], readLast: [String] = [], writtenLast: [String] = []) -> Self {
        changed { ($0.schemaLast, $0.readLast, $0.writtenLast) = (schemaLast, readLast, writtenLast) }
    }

    /// The same keys, read in the order of the document.
    func inDocumentOrder() -> Self { changed { $0.isInDocumentOrder = true } }

    /// A step before the fields are read; there is no object where it returns false.
    func before(_ step: @escaping Step) -> Self { changed { $0.prepare = step } }

    /// A step after the fields, if none of those is missing that the object cannot be without.
    func after(_ step: @escaping Step) -> Self { changed { $0.finish = step } }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }

    // MARK: Schema

    /// The object alone, as a schema has it.
    var object: ObjectShape {
        ObjectShape(fields: Self.moving(schemaLast, in: keys.fields, name: { $0.name }), rules: rules)
    }

    /// The definition of the schema that others refer to.
    var definition: ScenarioSchema.Definition {
        let shape = Shape.object(object)
        return .init(keys, alternatives.isEmpty ? shape : .either(alternatives + [shape]))
    }

    /// The object as the value of a key.
    var value: ValueFormat<Object> {
        ValueFormat(.ref(keys.name), read: { read($0) }, write: { write($0) })
    }

    private static func moving<Key>(_ last: [String], in all: [Key], name: (Key) -> String) -> [Key] {
        if last.isEmpty { return all }
        return all.filter { !last.contains(name($0)) } + last.compactMap { moved in all.first { name($0) == moved } }
    }

    // MARK: Reading and writing

    /// The object that a value is; nil if it cannot be told, which has been reported.
    func read(_ value: DocumentValue) -> Object? { fields(of: value).flatMap { read($0) } }

    /// The members of the object that a value is.
    func fields(of value: DocumentValue) -> Fields? { value.reader.fields(of: value.node, keys) }

    /// The object of these members.
    func read(_ members: Fields) -> Object? {
        var object = new()
        if let prepare, !prepare(members, &object) { return nil }
        let order =
            isInDocumentOrder
            ? members.members(keys.names).compactMap { member in fields.first { $0.key.name == member.name } }
            : Self.moving(readLast, in: fields, name: { $0.key.name })
        var isWhole = true
        for field in order { if field.read?(members, &object) == false { isWhole = false } }
        guard isWhole, finish?(members, &object) ?? true else { return nil }
        return object
    }

    /// The object as documents write it; nil if no document can say it.
    func write(_ object: Object) -> JSON? { members(of: object).map { .object($0) } }

    /// The members of the object as documents write them; nil if no document can say it.
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
/// Key paths are made when a document has the key: made with the table, they would take a millisecond of every start.
struct Field<Object>: Sendable {
    /// Reads the key, whether or not it is there; false if the object cannot be without.
    typealias Read = @Sendable (_ fields: Fields, _ object: inout Object) -> Bool
    /// Writes the key; nothing if it need not be said, nil if no document can say it.
    typealias Write = @Sendable (_ object: Object) -> [JSON.Member]?
    /// Makes the key path of a property.
    typealias Path<Value> = @Sendable () -> any WritableKeyPath<Object, Value> & Sendable

    let key: ObjectShape.Field
    let read: Read?
    let write: Write?

    /// A key that is read and written as no other is; without functions, another key's do that.
    init(_ name: String, _ purpose: String, _ shape: Shape, read: Read? = nil, write: Write? = nil) {
        (key, self.read, self.write) = (ObjectShape.Field(name, purpose, shape), read, write)
    }

    /// A key that may be left out, and is where `omits` holds.
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

    /// A key that is left out where the value is the standard one.
    init<Value: Equatable & Sendable>(
        _ name: String,
        _ purpose: String,
        _ format: ValueFormat<Value>,
        _ path: @autoclosure @escaping Path<Value>,
        standard: Value,
    ) {
        self.init(name, purpose, format, path()) { $0 == standard }
    }

    /// A key that is left out where there is no value.
    init<Value>(
        _ name: String,
        _ purpose: String,
        _ format: ValueFormat<Value>,
        _ path: @autoclosure @escaping Path<Value?>,
    ) {
        self.init(name, purpose, format.optional, path()) { $0 == nil }
    }

    /// A key that the object cannot be without.
    ///
    /// - Parameter example: the key with a value.
    init<Value>(
        _ name: String,
        _ purpose: String,
        _ format: ValueFormat<Value>,
        _ path: @autoclosure @escaping Path<Value>,
        needed example: String,
    ) {
        self.init(name, purpose, format.shape) { fields, object in
            guard fields[name] != nil else {
                let hint = "write \(name.quoted): \(example)"
                fields.missing("\(name.quoted) is missing here", hint: hint)
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

extension Field {
    /// A key of an object that is one thing of several, each with a key of its own.
    ///
    /// - Parameters:
    ///   - make: makes the object of the value.
    ///   - take: takes the value out; nil where the object is another thing.
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

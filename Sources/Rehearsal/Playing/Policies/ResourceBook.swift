/// The items of one collection, in their order.
struct ResourceBook: Sendable {
    private(set) var order: [String] = []
    private(set) var items: [String: Item] = [:]
    private let resource: Scenario.Resource
    private let seed: UInt64
    /// The bytes of all items, and of those that the scenario has.
    private var size = 0
    private var ownSize = 0
    private var draws = 0
    private var nextNumber = 1

    /// The most items, and the most bytes of items, that clients can add to those of the scenario.
    static let mostItems = 100_000
    static let mostBytes = 32 << 20

    /// An object, and the bytes that it is sent as.
    struct Item: Sendable {
        let json: JSON
        let bytes: [UInt8]

        init(_ json: JSON) {
            self.json = json
            bytes = json.bytes()
        }

        /// A strong validator (RFC 9110 §8.8.3).
        var tag: String { ResourceBook.tag(of: bytes) }
    }

    init(_ compiled: CompiledResource, seed: UInt64) {
        resource = compiled.source
        self.seed = seed
        for item in resource.items { item[resource.id]?.idText.map { note($0) } }
        for item in resource.items { add(item) }
        ownSize = size
    }

    static func tag(of bytes: [UInt8]) -> String { "\"\(StableHash.of(bytes).hexadecimal)\"" }

    /// Whether there is room for an object that a client sends, in the place of another or beside all others.
    func hasRoom(for json: JSON, inPlaceOf id: String? = nil) -> Bool {
        let former = id.flatMap { items[$0] }
        guard former != nil || order.count < resource.items.count + Self.mostItems else { return false }
        return size - (former?.bytes.count ?? 0) + json.bytes().count <= ownSize + Self.mostBytes
    }

    /// Adds an item, with an id if it has none.
    ///
    /// - Returns: its id, or nil if there is an item with that id.
    @discardableResult
    mutating func add(_ json: JSON) -> String? {
        var json = json
        let id: String
        if let own = json[resource.id]?.idText {
            id = own
        } else {
            let made = newID()
            json = json.setting(id: made, named: resource.id)
            id = made.idText ?? ""
        }
        guard items[id] == nil else { return nil }
        note(id)
        replace(id, by: json)
        order.append(id)
        return id
    }

    mutating func replace(_ id: String, by json: JSON) {
        let item = Item(json)
        size += item.bytes.count - (items[id]?.bytes.count ?? 0)
        items[id] = item
    }

    mutating func remove(_ id: String) {
        size -= items[id]?.bytes.count ?? 0
        items[id] = nil
        order.removeAll { $0 == id }
    }

    private mutating func newID() -> JSON {
        while true {
            let id: JSON
            switch resource.ids {
            case .integer:
                id = JSON(integerLiteral: nextNumber)
                nextNumber &+= 1
            case .uuid:
                let stableID = StableHash.of("resource \(resource.path.text)".utf8)
                var random = RandomSource(seed: seed, endpoint: stableID, request: draws)
                draws += 1
                id = .string(random.uuid())
            }
            if let text = id.idText, items[text] == nil { return id }
        }
    }

    /// A number is never made again, whatever becomes of its item.
    private mutating func note(_ id: String) {
        guard let number = Int(id), number >= nextNumber, number < Int.max else { return }
        nextNumber = number + 1
    }
}

extension JSON {
    /// An object with an id: in place of the one that it has, or else as its first member.
    func setting(id: JSON, named name: String) -> JSON {
        guard case .object(var members) = self else { return self }
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].value = id
        } else {
            members.insert(Member(name, id), at: 0)
        }
        return .object(members)
    }
}

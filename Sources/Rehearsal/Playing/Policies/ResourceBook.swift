/// A collection made ready to be asked.
struct CompiledResource: Sendable {
    let source: Scenario.Resource
    let segments: [Scenario.PathPattern.Segment]

    /// The segment of an item behind those of its collection.
    static let item = Scenario.PathPattern.Segment.capture("id", .text)

    /// What a collection takes, and what an item does.
    static let collectionMethods = ["GET", "HEAD", "POST", "OPTIONS"]
    static let itemMethods = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]

    init(_ source: Scenario.Resource) throws(Playbook.Malformed) {
        func refuse(_ reason: String) -> Playbook.Malformed {
            Playbook.Malformed(subject: "resource \"\(source.path.text)\"", reason: reason)
        }
        self.source = source
        segments = try Policies.segments(of: source.path, "resource \"\(source.path.text)\"")
        guard segments.allSatisfy({ if case .literal = $0 { true } else { false } }), segments.last != .literal([])
        else {
            throw refuse("its path has no placeholders, and does not end in \"/\"")
        }
        if source.pageSize < 1 { throw refuse("\"pageSize\" is at least 1, not \(source.pageSize)") }
        if source.id.isEmpty { throw refuse("\"id\" names the member that tells items apart") }
        if let reason = source.itemsIllegality { throw refuse(reason) }
    }

    /// Where an item is found: a reference to a path (RFC 3986 §4.2).
    func location(of id: String) -> String {
        source.path.text + "/" + String(decoding: PercentEncoding.escaped(id.utf8), as: UTF8.self)
    }
}

extension Scenario.Resource {
    /// What is wrong with the items that are there at the beginning; nil if nothing is.
    package var itemsIllegality: String? {
        var known: Set<String> = []
        for (index, item) in items.enumerated() {
            guard case .object = item else { return "item \(index + 1) is no object" }
            guard let value = item[id], value != .null else { continue }
            guard let text = value.idText else {
                return "the \"\(id)\" of item \(index + 1) is no string and no number"
            }
            if !known.insert(text).inserted { return "two items have the \"\(id)\" \(text)" }
        }
        return nil
    }
}

/// The items of one collection, in their order.
struct ResourceBook: Sendable {
    private(set) var order: [String] = []
    private(set) var items: [String: Item] = [:]
    let compiled: CompiledResource
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
        self.compiled = compiled
        self.seed = seed
        for item in resource.items { item[resource.id]?.idText.map { note($0) } }
        for item in resource.items { add(item) }
        ownSize = size
    }

    var resource: Scenario.Resource { compiled.source }

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
                let stableID = StableHash.of("resource \(resource.path.text)")
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

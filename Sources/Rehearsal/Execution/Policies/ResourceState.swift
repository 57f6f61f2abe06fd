/// A compiled resource.
struct CompiledResource: Sendable {
    let source: Scenario.Resource
    let segments: [Scenario.PathPattern.Segment]

    /// The path segment that identifies an item, after the path of its collection.
    static let itemSegment = Scenario.PathPattern.Segment.capture("id", .text)

    static let collectionMethods = ["GET", "HEAD", "POST", "OPTIONS"]
    static let itemMethods = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]

    init(_ source: Scenario.Resource) throws(CompiledScenario.CompilationError) {
        func invalid(_ reason: String) -> CompiledScenario.CompilationError {
            CompiledScenario.CompilationError(subject: "resource \"\(source.path.text)\"", reason: reason)
        }
        self.source = source
        segments = try Policies.segments(of: source.path, "resource \"\(source.path.text)\"")
        guard segments.allSatisfy({ if case .literal = $0 { true } else { false } }), segments.last != .literal([])
        else {
            throw invalid("its path must not have placeholders or end in \"/\"")
        }
        if source.pageSize < 1 { throw invalid("\"pageSize\" must be at least 1, not \(source.pageSize)") }
        if source.id.isEmpty { throw invalid("\"id\" must name the member that identifies an item") }
        if let reason = source.itemsValidationFailure { throw invalid(reason) }
    }

    /// Returns the path of an item for `Location`, a relative reference (RFC 3986 §4.2).
    func location(of id: String) -> String {
        source.path.text + "/" + String(decoding: PercentEncoding.escaped(id.utf8), as: UTF8.self)
    }
}

extension Scenario.Resource {
    /// The reason why the initial items are not valid; nil if they are.
    package var itemsValidationFailure: String? {
        var known: Set<String> = []
        for (index, item) in items.enumerated() {
            guard case .object = item else { return "item \(index + 1) is not a JSON object" }
            guard let value = item[id], value != .null else { continue }
            guard let text = value.idText else {
                return "the \"\(id)\" of item \(index + 1) must be a string or a number"
            }
            if !known.insert(text).inserted { return "two items have the \"\(id)\" \(text)" }
        }
        return nil
    }
}

/// The items of a resource, in the order in which they were added.
struct ResourceState: Sendable {
    private(set) var order: [String] = []
    private(set) var items: [String: Item] = [:]
    let compiled: CompiledResource
    private let seed: UInt64
    /// The number of bytes of all items.
    private var size = 0
    /// The number of bytes of the initial items.
    private var ownSize = 0
    /// The number of random IDs that were generated.
    private var draws = 0
    private var nextNumber = 1

    /// The maximum number of items that clients can add.
    static let maxItems = 100_000
    /// The maximum number of bytes that clients can add.
    static let maxBytes = 32 << 20

    /// A JSON object with its serialized bytes.
    struct Item: Sendable {
        let json: JSON
        let bytes: [UInt8]

        init(_ json: JSON) {
            self.json = json
            bytes = json.bytes()
        }

        /// A strong entity tag (RFC 9110 §8.8.3).
        var tag: String { ResourceState.tag(of: bytes) }
    }

    init(_ compiled: CompiledResource, seed: UInt64) {
        self.compiled = compiled
        self.seed = seed
        for item in resource.items { item[resource.id]?.idText.map { advanceNumber(past: $0) } }
        for item in resource.items { add(item) }
        ownSize = size
    }

    var resource: Scenario.Resource { compiled.source }

    static func tag(of bytes: [UInt8]) -> String { "\"\(StableHash.of(bytes).hexadecimal)\"" }

    /// Returns whether an object fits, in addition to the existing items or in place of one.
    func hasRoom(for json: JSON, inPlaceOf id: String? = nil) -> Bool {
        let replaced = id.flatMap { items[$0] }
        guard replaced != nil || order.count < resource.items.count + Self.maxItems else { return false }
        return size - (replaced?.bytes.count ?? 0) + json.bytes().count <= ownSize + Self.maxBytes
    }

    /// Adds an item, with a new ID if it has none.
    ///
    /// - Returns: the ID of the item, or nil if the ID is in use.
    @discardableResult
    mutating func add(_ json: JSON) -> String? {
        var json = json
        let id: String
        if let own = json[resource.id]?.idText {
            id = own
        } else {
            let generated = newID()
            json = json.setting(id: generated, named: resource.id)
            id = generated.idText ?? ""
        }
        guard items[id] == nil else { return nil }
        advanceNumber(past: id)
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

    /// Advances the counter past an ID, so that no number is generated twice.
    private mutating func advanceNumber(past id: String) {
        guard let number = Int(id), number >= nextNumber, number < Int.max else { return }
        nextNumber = number + 1
    }
}

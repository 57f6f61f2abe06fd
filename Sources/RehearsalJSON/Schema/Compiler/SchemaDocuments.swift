/// The documents of schemas, with the indices by which references find their targets.
struct SchemaDocuments {
    /// The root of each document by its resource.
    private var roots: [Int: JSON] = [:]
    /// The resources by their identifiers without fragments.
    var resources: [String: Int] = [:]
    /// The identifiers of documents that the resolver does not have.
    var missing: Set<String> = []
    /// The numbers of schemas by their locations in others.
    var children: [Child: Int] = [:]
    /// The numbers of schemas that are not inside other schemas, by resource and pointer.
    var located: [Location: Int] = [:]
    private var memberIndices: [Location: [ScalarText: Int]] = [:]

    /// A location inside another schema.
    struct Child: Hashable {
        var parent: Int
        var keyword: SchemaKeyword
        var token: ScalarText?

        init(parent: Int, keyword: SchemaKeyword, token: String?) {
            self.parent = parent
            self.keyword = keyword
            self.token = token.map { ScalarText($0) }
        }

        /// Hashes all but the keyword, which rarely makes a difference and has a text as its raw value.
        func hash(into hasher: inout Hasher) {
            hasher.combine(parent)
            if let token { hasher.combine(token) }
        }
    }

    struct Location: Hashable {
        var resource: Int
        var pointer: ScalarText

        init(resource: Int, pointer: String) {
            self.resource = resource
            self.pointer = ScalarText(pointer)
        }
    }

    mutating func add(_ document: JSON, resource: Int, uri: String) {
        roots[resource] = document
        if resources[uri] == nil { resources[uri] = resource }
    }

    /// Records the value at the root of a resource.
    mutating func setRoot(_ json: JSON, of resource: Int) { roots[resource] = json }

    func root(of resource: Int) -> JSON? { roots[resource] }

    /// Returns a member or element of the value at a location. Of repeated names, the first is used.
    mutating func child(of value: JSON, at location: Location, _ token: String) -> JSON? {
        switch value {
        case .array(let elements):
            guard let index = JSON.Pointer.index(token), index < elements.count else { return nil }
            return elements[index]
        case .object(let members):
            guard members.count > 32 else { return members.first { $0.name.hasSameScalars(as: token) }?.value }
            if memberIndices[location] == nil {
                let entries = members.enumerated().map { (ScalarText($1.name), $0) }
                memberIndices[location] = Dictionary(entries) { first, _ in first }
            }
            return memberIndices[location]?[ScalarText(token)].map { members[$0].value }
        default: return nil
        }
    }
}

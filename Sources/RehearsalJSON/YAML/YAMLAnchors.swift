/// The anchors of a document, with their values.
struct YAMLAnchors {
    /// A scalar with an anchor.
    struct Scalar {
        /// The kind and the text in JSON.
        var value: (kind: JSONDocument.Kind, text: YAMLSlice)
        /// The text of the scalar as a name.
        var name: YAMLSlice
    }

    /// A node with an anchor.
    enum Target {
        case scalar(Scalar)
        /// The index of a mapping or a sequence.
        case collection(Int)
        /// A collection inside the value of a merge key, which the merge removed.
        case removed
    }

    private var targets: [[UInt8]: Target] = [:]
    /// The collections with an anchor, in document order.
    private var collections: [(name: [UInt8], index: Int)] = []

    /// Returns the node with an anchor; nil if there is none.
    func target(_ name: [UInt8]) -> Target? { targets[name] }

    /// Adds a scalar, which replaces an earlier node with the name.
    mutating func add(_ name: [UInt8], _ scalar: Scalar) { targets[name] = .scalar(scalar) }

    /// Adds a collection, which replaces an earlier node with the name.
    mutating func add(_ name: [UInt8], collectionAt index: Int) {
        targets[name] = .collection(index)
        collections.append((name, index))
    }

    /// Updates the indices of collections.
    ///
    /// - Parameters:
    ///   - first: The first index that may have changed.
    ///   - shift: A function that returns the change of an index; nil if the collection was removed.
    mutating func move(from first: Int, _ shift: (Int) -> Int?) {
        var moved: [(name: [UInt8], index: Int)] = []
        while let (name, index) = collections.last, index >= first {
            collections.removeLast()
            let change = shift(index)
            if case .collection(index) = targets[name] {
                targets[name] = change.map { .collection(index + $0) } ?? .removed
            }
            if let change { moved.append((name, index + change)) }
        }
        collections += moved.reversed()
    }
}

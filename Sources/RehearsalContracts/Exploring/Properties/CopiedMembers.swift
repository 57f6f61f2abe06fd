import Rehearsal

/// The members of the value of an operation that the client copies from the reply.
///
/// The value and the reply that the contract declares show which members are copied, and which have another form: a
/// name with a prefix, a date in words.
struct CopiedMembers: Sendable {
    /// The declared value.
    let root: Node
    /// The paths of a scalar in an element of the value and in an item of the reply that are equal in all items.
    let pairs: [(shown: ScalarPath, sent: ScalarPath)]

    /// A part of the declared value. All elements of an array share one node.
    struct Node: Sendable {
        /// Whether each scalar here is a scalar of the declared reply; nil if the declared value has no scalar here.
        private(set) var isCopied: Bool?
        private(set) var members: [String: Node] = [:]
        private var elements: [Node] = []

        /// The node of the elements of an array; nil if the declared value has none here.
        var element: Node? { elements.first }

        fileprivate mutating func add(_ value: JSON, sent: Set<String>) {
            switch value {
            case .object(let members):
                for member in members { self.members[member.name, default: Node()].add(member.value, sent: sent) }
            case .array(let values):
                var element = element ?? Node()
                for value in values { element.add(value, sent: sent) }
                elements = [element]
            case .null: break
            default: isCopied = isCopied != false && sent.contains(ExploredContract.text(of: value))
            }
        }
    }

    /// Creates the members; nil if the operation declares no value, or no JSON reply.
    init?(of operation: Declaration.Operation) {
        guard let value = operation.value, let document = operation.reply.document?.root.value else { return nil }
        var root = Node()
        root.add(value, sent: ExploredContract.leaves(of: document))
        self.root = root
        pairs = Self.pairs(ViewDifference.list(in: value) ?? [], ViewDifference.list(in: document) ?? [])
    }

    /// Returns the pairs of paths whose scalars are equal in each element of the value and the item at its index.
    private static func pairs(_ elements: [JSON], _ items: [JSON]) -> [(shown: ScalarPath, sent: ScalarPath)] {
        guard let first = elements.first, let item = items.first, elements.count == items.count else { return [] }
        return ElementScalars(first).paths.compactMap { path in
            let equal = ElementScalars(item).paths.filter { candidate in
                zip(elements, items).allSatisfy { path.hasEqualScalars(in: $0, candidate, in: $1) }
            }
            let named = equal.first { $0.memberName == path.memberName }
            return (named ?? (equal.count == 1 ? equal[0] : nil)).map { (path, $0) }
        }
    }
}

/// The names of the objects' members that lead from an element of a list to a scalar.
struct ScalarPath: Hashable, Sendable {
    let names: [String]

    /// Returns the scalar at the path; nil if there is none, or null.
    func scalar(in element: JSON) -> JSON? {
        Self.scalar(in: element, names[...])
    }

    /// Returns the first scalar at a path, of which members with equal names can have several.
    private static func scalar(in value: JSON, _ names: ArraySlice<String>) -> JSON? {
        switch value {
        case .object(let members):
            for member in members where member.name == names.first {
                if let scalar = scalar(in: member.value, names.dropFirst()) { return scalar }
            }
            return nil
        case .null, .array: return nil
        default: return names.isEmpty ? value : nil
        }
    }

    /// Returns whether there are scalars at this path and at another one, whose texts are equal.
    func hasEqualScalars(in element: JSON, _ other: ScalarPath, in item: JSON) -> Bool {
        guard let own = scalar(in: element), let expected = other.scalar(in: item) else { return false }
        return own == expected || ExploredContract.text(of: own) == ExploredContract.text(of: expected)
    }

    /// The last name in lower case without underscores: `createdat` for `created_at`.
    fileprivate var memberName: String { (names.last ?? "").filter { $0 != "_" }.lowercased() }
}

/// The scalars of an element of a list, as texts by path. It has none of the scalars in nested arrays, and no null.
struct ElementScalars {
    /// The paths in the order of the document.
    private(set) var paths: [ScalarPath] = []
    private var texts: [ScalarPath: String] = [:]

    init(_ element: JSON) {
        var rest = [(names: [String](), value: element)]
        while let (names, value) = rest.popLast() {
            switch value {
            case .object(let members): rest += members.reversed().map { (names + [$0.name], $0.value) }
            case .array, .null: break
            default:
                let path = ScalarPath(names: names)
                guard texts[path] == nil else { continue }
                paths.append(path)
                texts[path] = ExploredContract.text(of: value)
            }
        }
    }

    /// Returns whether each scalar equals that of an item with the same name, if it is an integer, a Boolean value or a
    /// text other than a date in both.
    func shows(_ item: ElementScalars) -> Bool {
        paths.allSatisfy { path in
            guard let sent = item.paths.first(where: { $0.memberName == path.memberName }),
                let first = texts[path], let second = item.texts[sent], first.kind == second.kind, first.kind != .other
            else { return true }
            return first == second
        }
    }
}

extension String {
    fileprivate enum Kind { case integer, text, other }

    /// The kind of value of the text of a scalar.
    fileprivate var kind: Kind {
        if Int(self) != nil { return .integer }
        return Double(self) == nil && Instant(self) == nil ? .text : .other
    }
}

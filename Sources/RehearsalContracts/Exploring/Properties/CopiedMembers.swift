import Rehearsal

/// The members of the value of an operation that the client copies from the reply.
///
/// The value and the reply that the contract declares show which members are copied, and which have another form: a
/// name with a prefix, a date in words.
struct CopiedMembers: Sendable {
    /// Whether the scalars at each path of the declared value are scalars of the declared reply.
    private let isCopied: [String: Bool]
    /// The paths of a scalar in an element of the value and in an item of the reply that are equal in all items.
    let pairs: [(shown: String, sent: String)]

    /// Creates the members; nil if the operation declares no value, or no JSON reply.
    init?(of operation: Declaration.Operation) {
        guard let value = operation.value, let document = operation.reply.document?.root.value else { return nil }
        let sent = ExploredContract.leaves(of: document)
        isCopied = ValueChange.leaves(of: value).reduce(into: [:]) { copied, leaf in
            guard leaf.value != .null else { return }
            let isSent = sent.contains(ExploredContract.text(of: leaf.value))
            copied[Self.pattern(leaf.path), default: true] = copied[Self.pattern(leaf.path), default: true] && isSent
        }
        pairs = Self.pairs(ViewDifference.list(in: value) ?? [], ViewDifference.list(in: document) ?? [])
    }

    /// Returns whether the scalar at a path of a value is copied from a reply; nil if the declared value has none.
    func isCopied(_ path: String) -> Bool? { isCopied[Self.pattern(path)] }

    /// Returns a path with a star for each index: `$[*].id`.
    private static func pattern(_ path: String) -> String {
        path.split(separator: "[", omittingEmptySubsequences: false).enumerated().map { index, part in
            guard index > 0, let end = part.firstIndex(of: "]"), part[..<end].allSatisfy(\.isNumber) else {
                return String(part)
            }
            return "*" + part[end...]
        }
        .joined(separator: "[")
    }

    /// Returns the pairs of paths whose scalars are equal in each element of the value and the item at its index.
    private static func pairs(_ elements: [JSON], _ items: [JSON]) -> [(shown: String, sent: String)] {
        guard let first = elements.first, let item = items.first, elements.count == items.count else { return [] }
        let shown = elements.map { ElementScalars($0) }
        let sent = items.map { ElementScalars($0) }
        return ElementScalars(first).paths.compactMap { path in
            let equal = ElementScalars(item).paths.filter { candidate in
                zip(shown, sent).allSatisfy { $0[path] != nil && $0[path] == $1[candidate] }
            }
            let named = equal.first { $0.memberName == path.memberName }
            return (named ?? (equal.count == 1 ? equal[0] : nil)).map { (path, $0) }
        }
    }
}

/// The scalars of an element of a list, as texts by path. It has none of the scalars in nested arrays, and no null.
struct ElementScalars {
    /// The paths in the order of the document.
    let paths: [String]
    private let texts: [String: String]

    init(_ element: JSON) {
        let leaves = ValueChange.leaves(of: element).filter { !$0.path.contains("[") && $0.value != .null }
        paths = leaves.map(\.path)
        texts = Dictionary(
            leaves.map { ($0.path, ExploredContract.text(of: $0.value)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The text of the scalar at a path; nil if there is none.
    subscript(path: String) -> String? { texts[path] }

    /// Returns whether the element shows an item: each of its copied scalars equals that of the item.
    ///
    /// - Parameter copied: the members that the client copies; nil to compare the members with the same name that are
    ///   integers, Boolean values or texts other than dates.
    func shows(_ item: ElementScalars, copied: CopiedMembers?) -> Bool {
        let pairs = copied?.pairs ?? namesakes(in: item)
        return pairs.allSatisfy { shown, sent in
            guard let expected = item[sent] else { return true }
            return self[shown] == expected
        }
    }

    /// Returns the pairs of paths with the same name whose scalars have the same kind.
    private func namesakes(in item: ElementScalars) -> [(shown: String, sent: String)] {
        paths.compactMap { path in
            guard let sent = item.paths.first(where: { $0.memberName == path.memberName }),
                let first = self[path], let second = item[sent], first.kind == second.kind, first.kind != .other
            else { return nil }
            return (path, sent)
        }
    }
}

extension String {
    /// The last name of a path in lower case without underscores: `createdat` for `$.created_at`.
    fileprivate var memberName: String {
        (split(separator: ".").last ?? "").filter { $0 != "_" }.lowercased()
    }

    fileprivate enum Kind { case integer, text, other }

    /// The kind of value of the text of a scalar.
    fileprivate var kind: Kind {
        if Int(self) != nil { return .integer }
        return Double(self) == nil && Instant(self) == nil ? .text : .other
    }
}

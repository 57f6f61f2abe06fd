/// The change of an item that a request to a resource has made.
package struct ResourceEffect: Sendable, Hashable {
    /// A kind of change.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case created, replaced, deleted
    }

    package var kind: Kind
    /// The path of the item: `/orders/7`.
    package var path: String

    /// Creates the effect of a request from the reply of its resource; nil if the request has changed nothing.
    init?(of request: ObservedRequest, _ reply: Scenario.Reply) {
        guard (200..<300).contains(reply.status) else { return nil }
        switch request.head.methodCode {
        case .post: self.init(.created, reply.headers["Location"] ?? "")
        case .put, .patch: self.init(.replaced, request.path)
        case .delete: self.init(.deleted, request.path)
        default: return nil
        }
    }

    private init(_ kind: Kind, _ path: String) { (self.kind, self.path) = (kind, path) }

    /// Creates the effect that a journal note describes; nil if the note describes none.
    package init?(note: String) {
        for kind in Kind.allCases where note.hasPrefix("\(Self.prefix)\(kind.rawValue) ") {
            self.init(kind, String(note.dropFirst(Self.prefix.count + kind.rawValue.count + 1)))
            return
        }
        return nil
    }

    private static let prefix = "resource: "
}

extension ResourceEffect: CustomStringConvertible {
    /// The note in the journal: `resource: created /orders/7`.
    package var description: String { "\(Self.prefix)\(kind.rawValue) \(path)" }
}

extension ResourceEffect {
    /// Creates the change that the request of an exchange has made; nil if it has made none.
    ///
    /// It does not depend on the reply: the server may have lost it.
    package init?(madeBy entry: Journal.Entry) {
        let notes = entry.policy?.split(separator: "; ") ?? []
        guard let effect = notes.lazy.compactMap({ ResourceEffect(note: String($0)) }).first else { return nil }
        self = effect
    }
}

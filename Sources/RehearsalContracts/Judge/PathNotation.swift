package import Rehearsal

/// A place in a document as a client tells it: `$[1].total_price`, `items.1.price`, `Index 1, totalPrice`.
package struct PathNotation: Sendable, Hashable {
    private let indices: [Int]
    private let names: [String]

    package init(_ text: String) {
        let parts = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }
        indices = parts.compactMap { Int($0) }
        // `Index 1` is how Swift writes a place in a list.
        names = parts.filter { Int($0) == nil && $0 != "Index" }.map(Self.plain)
    }

    /// Whether it names that place: its indices and its last name, however names are written.
    ///
    /// What stands above the last name may have other names in the client than on the wire.
    package func points(to place: JSON.Pointer) -> Bool {
        let wanted = PathNotation(place.path)
        guard indices == wanted.indices else { return false }
        return wanted.names.last == nil || names.last == wanted.names.last
    }

    /// Without what tells `total_price` from `totalPrice`.
    private static func plain(_ name: Substring) -> String {
        name.filter { $0 != "_" && $0 != "-" }.lowercased()
    }
}

extension JSON.Pointer {
    /// As findings write a place: `$[1].total_price`.
    package var path: String {
        tokens.reduce(into: "$") { path, token in path += Int(token) == nil ? ".\(token)" : "[\(token)]" }
    }
}

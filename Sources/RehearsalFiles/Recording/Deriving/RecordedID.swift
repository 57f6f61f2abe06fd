import Rehearsal

/// A value that an answer gave and a later request asked with: what tells one thing from others.
struct RecordedID: Hashable {
    let text: String
    /// The entry whose answer it was in first, by its index.
    let source: Int
    /// Where it stands there; nil where it is the last segment of `Location`.
    let pointer: JSON.Pointer?
    /// Whether it stands in a list, so that it is one of several.
    let isListed: Bool

    /// Whether a text can be one: what a URL holds as it is, with a digit in it.
    static func isLike(_ text: some StringProtocol) -> Bool {
        1...128 ~= text.utf8.count && text.utf8.allSatisfy(\.isUnreserved) && text.utf8.contains(where: \.isDigit)
    }

    /// Whether it is so long that nothing else has the same by chance.
    var isStrong: Bool { text.utf8.count >= 8 }
}

extension String {
    /// Whether a member of this name tells one thing from others: `id`, `orderId`, `order_id`, `uuid`.
    var namesID: Bool {
        let name = lowercased()
        return ["id", "uuid", "guid", "key", "slug", "number", "code", "ref", "reference"].contains(name)
            || name.hasSuffix("_id") || name.hasSuffix("-id") || hasSuffix("Id") || hasSuffix("ID")
            || name.hasSuffix("uuid")
    }
}

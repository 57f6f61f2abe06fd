/// Which pages of the shop's lists can be asked for.
public enum PageBounds {
    /// How many items a page has where nobody says it.
    public static let standardLimit = 20
    /// How many the backend gives at once.
    public static let limits = 1...100

    /// - Throws: ``DomainError/invalidPage`` if there can be no such page.
    static func check(page: Int, limit: Int) throws {
        guard page >= 1, limits.contains(limit) else { throw DomainError.invalidPage }
    }
}

/// What the list of items shows.
public struct ItemList: Sendable, Hashable {
    /// Those of the last fetch that succeeded, without those that were deleted since.
    public var items: [Item]
    /// Whether a fetch is under way.
    public var isLoading: Bool
    /// Why something did not work, in words for the user; nil if everything did.
    public var errorMessage: String?

    /// A list.
    public init(items: [Item] = [], isLoading: Bool = false, errorMessage: String? = nil) {
        self.items = items
        self.isLoading = isLoading
        self.errorMessage = errorMessage
    }
}

/// All that a list on a screen shows, in one value.
public struct ListState<Element: Sendable & Hashable>: Sendable, Hashable {
    /// Those of the last fetch that succeeded, without those that were removed since.
    public var items: [Element]
    /// Whether a fetch is under way.
    public var isLoading: Bool
    /// Why something did not work, in words for the user; nil if everything did.
    public var errorMessage: String?

    /// A list.
    public init(items: [Element] = [], isLoading: Bool = false, errorMessage: String? = nil) {
        self.items = items
        self.isLoading = isLoading
        self.errorMessage = errorMessage
    }
}

/// A list on a screen, fetched and removed from; what is fetched, the view models know.
@MainActor
final class LoadedList<Element: Sendable & Hashable & Identifiable> where Element.ID: Sendable {
    /// What is shown.
    private(set) var state = ListState<Element>() {
        didSet { if state != oldValue { didChange(state) } }
    }

    private let didChange: @MainActor (ListState<Element>) -> Void
    private let fetches = NewestOnly()
    /// What was removed during the fetch: an answer from before may still have it.
    private var removed: Set<Element.ID> = []

    /// A list that shows nothing yet.
    ///
    /// - Parameter didChange: called after each change of what is shown.
    init(didChange: @escaping @MainActor (ListState<Element>) -> Void) { self.didChange = didChange }

    /// Fetches the list. A failure keeps what was shown and says why; a fetch that was cancelled says nothing.
    ///
    /// - Parameter isLoading: what is shown meanwhile.
    func load(isLoading: Bool = true, _ fetch: () async throws -> [Element]) async {
        removed = []
        state.isLoading = isLoading
        state.errorMessage = nil
        guard let result = await fetches.result(of: fetch) else { return }
        state.isLoading = false
        switch result {
        case .success(let items): state.items = items.filter { !removed.contains($0.id) }
        case .failure(let error): state.errorMessage = error.messageForUser
        }
    }

    /// Removes elements one after the other, wherever they stand by then; those that cannot be removed stay, and the
    /// message says why. Nothing is removed after a cancellation.
    func remove(_ ids: [Element.ID], _ remove: (Element.ID) async throws -> Void) async {
        for id in ids {
            do {
                try await remove(id)
                removed.insert(id)
                state.items.removeAll { $0.id == id }
            } catch is CancellationError {
                return
            } catch {
                state.errorMessage = error.messageForUser
            }
        }
    }

    /// Takes the message of an earlier failure off the screen.
    func dismissError() { state.errorMessage = nil }
}

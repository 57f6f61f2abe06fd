/// The state of a list on a screen.
public struct ListState<Element: Sendable & Hashable>: Sendable, Hashable {
    /// The elements of the last successful fetch, without those that were removed after it.
    public var items: [Element]
    /// Whether a fetch is in progress.
    public var isLoading: Bool
    /// The message for the user about the last failure; nil after a success.
    public var errorMessage: String?

    /// Creates the state of a list.
    public init(items: [Element] = [], isLoading: Bool = false, errorMessage: String? = nil) {
        self.items = items
        self.isLoading = isLoading
        self.errorMessage = errorMessage
    }
}

/// A list on a screen, which fetches and removes elements and reports each change of its state.
///
/// The owner, a view model or an interactor, passes the functions that fetch the elements and remove one.
@MainActor
final class LoadedList<Element: Sendable & Hashable & Identifiable> where Element.ID: Sendable {
    /// The state that the screen shows.
    private(set) var state = ListState<Element>() {
        didSet { if state != oldValue { didChange(state) } }
    }

    private let didChange: @MainActor (ListState<Element>) -> Void
    private let fetches = LatestFetch()
    /// The elements that were removed after the last fetch began; its response may still contain them.
    private var removed: Set<Element.ID> = []

    /// Creates an empty list.
    ///
    /// - Parameter didChange: receives each new state.
    init(didChange: @escaping @MainActor (ListState<Element>) -> Void) { self.didChange = didChange }

    /// Runs a fetch and updates the state with its result, unless a newer fetch has begun.
    ///
    /// A failure keeps the elements and sets the message. A cancelled fetch sets no message.
    ///
    /// - Parameter isLoading: whether the state is `isLoading` during the fetch.
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

    /// Removes the elements with these identifiers, one after the other.
    ///
    /// An element whose removal fails stays in the list, and the error sets the message. A cancellation ends the
    /// removal without a message.
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

    /// Removes all elements and the message, and discards the result of a fetch in progress.
    func clear() {
        fetches.discard()
        state = ListState()
    }

    /// Removes the message of an earlier failure.
    func dismissError() { state.errorMessage = nil }
}

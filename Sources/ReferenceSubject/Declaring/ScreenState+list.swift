import ReferenceClients
import RehearsalContracts

extension ScreenState {
    /// Creates the state of a list on a screen. Its value is the list of elements; nil for an empty list.
    init<Element>(_ list: ListState<Element>) {
        self.init(
            value: list.items.isEmpty ? nil : list.items,
            isLoading: list.isLoading,
            error: list.errorMessage
        )
    }
}

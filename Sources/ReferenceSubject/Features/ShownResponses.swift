import ReferenceClients

/// What a scene is told to show, in a word each: `loading`, the identity of data, what the user reads.
@MainActor
final class ShownResponses: ScenePresenterProtocol, ItemListPresenterProtocol {
    private(set) var words: [String] = []

    func present(_ response: SceneResponse) {
        let word =
            switch response {
            case .loading: "loading"
            case .data(let data): data.id
            case .confirmed(let message): "confirmed: \(message)"
            case .failed(let message): "failed: \(message)"
            case .cancelled: "cancelled"
            }
        words.append(word)
    }

    /// Nothing is noted: an interactor knows its list.
    func present(_ list: ItemList) {}
}

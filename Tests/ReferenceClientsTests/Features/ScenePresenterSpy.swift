import ReferenceClients

/// Records the presented values.
@MainActor
final class ScenePresenterSpy: ScenePresenterProtocol, ItemListPresenterProtocol {
    private(set) var responses: [SceneResponse] = []
    private(set) var lists: [ItemList] = []

    func present(_ response: SceneResponse) { responses.append(response) }
    func present(_ list: ItemList) { lists.append(list) }
}

extension SceneResponse {
    /// The identity of the data; nil for any other response.
    var dataID: SceneData.ID? { if case .data(let data) = self { data.id } else { nil } }
}

import ReferenceClients
import RehearsalContracts

/// The screens of the features app.
enum FeaturesScreens {
    typealias Screen = Contract<FeaturesServices>.Screen

    static let all = [items, scene]

    private static let items = Screen.screen(
        "items",
        of: "fetchItems",
        make: { $0.list() },
        load: { await $0.load() },
        state: { ScreenState($0.list) },
        rows: ScreenRows({ $0.list.items.map(\.id) }, deletedBy: "deleteItem") { await $0.delete(Set($1)) }
    )

    private static let scene = Screen.screen(
        "scene",
        of: "fetchData",
        make: { services in
            let presenter = StatePresenter()
            return (interactor: SceneInteractor(worker: services.worker, presenter: presenter), presenter: presenter)
        },
        load: { await $0.interactor.show(id: "harbour") },
        state: { $0.presenter.state }
    )
}

/// A presenter that keeps what its scene shows.
@MainActor
private final class StatePresenter: ScenePresenterProtocol {
    private(set) var state = ScreenState(value: nil, isLoading: false, error: nil)

    func present(_ response: SceneResponse) {
        state.isLoading = response == .loading
        switch response {
        case .loading, .cancelled: state.error = nil
        case .data(let data): (state.value, state.error) = (data, nil)
        case .confirmed(let message): (state.value, state.error) = (message, nil)
        case .failed(let message): state.error = message
        }
    }
}

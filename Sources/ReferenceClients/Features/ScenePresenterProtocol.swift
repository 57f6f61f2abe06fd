/// Makes what can be shown of what an interactor found out.
@MainActor
public protocol ScenePresenterProtocol {
    /// Called with everything that happens, in order.
    func present(_ response: SceneResponse)
}

/// An interactor of a scene, which is a screen in the architecture Clean Swift.
///
/// It requests data from a worker, and passes each response to a presenter.
@MainActor
public final class SceneInteractor {
    private let worker: any SceneWorkerProtocol
    private let presenter: any ScenePresenterProtocol
    private let fetches = LatestFetch()
    private var isSubmitting = false

    /// Creates an interactor.
    ///
    /// - Parameters:
    ///   - worker: performs the requests.
    ///   - presenter: receives the responses.
    public init(worker: any SceneWorkerProtocol, presenter: any ScenePresenterProtocol) {
        self.worker = worker
        self.presenter = presenter
    }

    /// Fetches data and presents it, unless another fetch begins in the meantime.
    public func show(id: SceneData.ID) async {
        presenter.present(.loading)
        guard let result = await fetches.result(of: { try await worker.fetchData(id: id) }) else { return }
        present(result.map(SceneResponse.data))
    }

    /// Submits the input of the user, unless another submission is in progress.
    public func submit(_ input: SubmissionInput) async {
        guard !isSubmitting else { return }
        isSubmitting = true
        defer { isSubmitting = false }
        presenter.present(.loading)
        do {
            present(.success(.confirmed(try await worker.submitData(input))))
        } catch {
            present(.failure(error))
        }
    }

    private func present(_ result: Result<SceneResponse, any Error>) {
        switch result {
        case .success(let response): presenter.present(response)
        case .failure(let error): presenter.present(error.messageForUser.map(SceneResponse.failed) ?? .cancelled)
        }
    }
}

/// A response of an interactor to its presenter.
public enum SceneResponse: Sendable, Hashable {
    /// A request is in progress.
    case loading
    /// The data of the scene.
    case data(SceneData)
    /// The backend accepted the submission, with its message.
    case confirmed(String)
    /// The request failed, with the message for the user.
    case failed(String)
    /// The request was cancelled.
    case cancelled
}

/// A presenter of a scene.
@MainActor
public protocol ScenePresenterProtocol {
    /// Presents a response. The interactor calls this for each response, in order.
    func present(_ response: SceneResponse)
}

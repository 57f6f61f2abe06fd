/// Decides what a scene does.
@MainActor
public final class SceneInteractor {
    private let worker: any SceneWorkerProtocol
    private let presenter: any ScenePresenterProtocol
    private let fetches = NewestOnly()
    private var isSubmitting = false

    /// An interactor.
    ///
    /// - Parameters:
    ///   - worker: does what takes time.
    ///   - presenter: is told what came of it.
    public init(worker: any SceneWorkerProtocol, presenter: any ScenePresenterProtocol) {
        self.worker = worker
        self.presenter = presenter
    }

    /// Shows the data of an identity, unless another one has been asked for by the time they are there.
    public func show(id: SceneData.ID) async {
        presenter.present(.loading)
        guard let result = await fetches.result(of: { try await worker.fetchData(id: id) }) else { return }
        present(result.map(SceneResponse.data))
    }

    /// Sends in what the user wrote; a second tap while it is on its way sends nothing.
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

/// What an interactor found out.
public enum SceneResponse: Sendable, Hashable {
    /// It is being found out.
    case loading
    /// What the scene shows now.
    case data(SceneData)
    /// What the user wrote was taken, with what the backend says to it.
    case confirmed(String)
    /// It did not work, and why, in words for the user.
    case failed(String)
    /// Nobody wants to know any more.
    case cancelled
}

/// Makes what can be shown of what an interactor found out.
@MainActor
public protocol ScenePresenterProtocol {
    /// Called with everything that happens, in order.
    func present(_ response: SceneResponse)
}

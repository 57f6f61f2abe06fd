/// A worker that performs the requests of a scene.
public protocol SceneWorkerProtocol: Sendable {
    /// Returns the data of a scene.
    func fetchData(id: SceneData.ID) async throws -> SceneData
    /// Submits an input and returns the message of the backend.
    ///
    /// - Throws: ``RejectionError`` if the backend rejects the input; ``NetworkError`` for other failures.
    func submitData(_ input: SubmissionInput) async throws -> String
}

/// A worker over HTTP: `/data/{id}` and `/submissions`.
public struct SceneWorker: SceneWorkerProtocol {
    private let networking: any NetworkingProtocol

    /// Creates a worker.
    public init(networking: any NetworkingProtocol) { self.networking = networking }

    /// Sends `GET /data/{id}`.
    public func fetchData(id: SceneData.ID) async throws -> SceneData {
        let data: SceneDataDTO = try await networking.fetch(.data(id))
        return try data.sceneData.requiring(id)
    }

    /// Sends `POST /submissions`. A 200 with `"success": false` throws a ``RejectionError``.
    public func submitData(_ input: SubmissionInput) async throws -> String {
        let response: ConfirmationDTO = try await networking.post(.submissions(input))
        return try response.confirmation()
    }
}

/// Does for a scene what takes time.
public protocol SceneWorkerProtocol: Sendable {
    /// What the scene shows for an identity.
    func fetchData(id: SceneData.ID) async throws -> SceneData
    /// Sends in what the user wrote, and returns what the backend says to it.
    ///
    /// - Throws: ``Refusal`` if the backend did not take it, ``NetworkError`` if it is not known.
    func submitData(_ input: SubmissionInput) async throws -> String
}

/// Does over HTTP what takes time: `/data/{id}` and `/submissions`.
public struct SceneWorker: SceneWorkerProtocol {
    private let networking: any NetworkingProtocol

    /// A worker that asks through this.
    public init(networking: any NetworkingProtocol) { self.networking = networking }

    /// `GET /data/{id}`.
    public func fetchData(id: SceneData.ID) async throws -> SceneData {
        let data: SceneDataDTO = try await networking.fetch(.data(id))
        return try data.sceneData.checked(id)
    }

    /// `POST /submissions`. A 200 that says `"success": false` is not a success.
    public func submitData(_ input: SubmissionInput) async throws -> String {
        let answer: ConfirmationDTO = try await networking.post(.submissions(input))
        return try answer.confirmation()
    }
}

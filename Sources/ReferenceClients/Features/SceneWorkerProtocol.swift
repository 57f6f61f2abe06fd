/// Does for a scene what takes time.
public protocol SceneWorkerProtocol: Sendable {
    /// What the scene shows for an identity.
    func fetchData(id: SceneData.ID) async throws -> SceneData
    /// Sends in what the user wrote, and returns what the backend says to it.
    ///
    /// - Throws: ``Refusal`` if the backend did not take it, ``NetworkError`` if it is not known.
    func submitData(_ input: SubmissionInput) async throws -> String
}

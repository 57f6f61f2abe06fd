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

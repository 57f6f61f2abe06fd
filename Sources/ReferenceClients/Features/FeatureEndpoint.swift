/// What the backend of the features has.
public enum FeatureEndpoint: Sendable, Hashable {
    /// The items.
    case items
    /// One of them.
    case item(Item.ID)
    /// What a scene shows.
    case data(SceneData.ID)
    /// What users send in, and this with it.
    case submissions(SubmissionInput)

    /// Where it is.
    var path: EndpointPath {
        switch self {
        case .items: "/items"
        case .item(let id): "/items/\(id)"
        case .data(let id): "/data/\(id)"
        case .submissions: "/submissions"
        }
    }

    /// The endpoint for a method.
    ///
    /// - Throws: ``NetworkError/invalidRequest(_:)`` if what goes with it cannot be written as JSON.
    func asked(_ method: HTTPMethod) throws -> Endpoint {
        guard case .submissions(let input) = self else { return Endpoint(method, path) }
        return try Endpoint(method, path, json: input)
    }
}

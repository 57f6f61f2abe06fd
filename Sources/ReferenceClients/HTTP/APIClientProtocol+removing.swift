extension APIClientProtocol {
    /// Removes what a path names: `DELETE`, whose answer has nothing to say.
    ///
    /// What is gone when the request is repeated was removed by the attempt whose answer was lost (RFC 9110 §9.2.2: the
    /// response may differ, the effect does not).
    ///
    /// - Throws: what ``response(to:)`` throws, also if there was nothing to be removed.
    public func remove(_ path: EndpointPath) async throws {
        do {
            try await perform(Endpoint(.delete, path))
        } catch NetworkError.httpError(let failure)
            where [404, 410].contains(failure.status) && failure.response.attempts > 1
        {}
    }
}

public import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Why a request brought nothing. A request that was cancelled throws `CancellationError` instead.
public enum NetworkError: Error, Sendable {
    /// The request cannot be sent as it is meant, and nothing was sent; the text says why.
    case invalidRequest(String)
    /// What answered does not speak HTTP.
    case invalidResponse
    /// The server answered with a status outside of 200…299.
    case httpError(HTTPFailure)
    /// The server carried it out, and the answer is not what was agreed; with the body as it arrived, or nil where
    /// it is not at hand.
    case decodingError(DecodingError, Data?)
    /// There is no whole answer.
    case networkError(URLError)
}

extension NetworkError {
    /// The failure, if the server answered.
    public var failure: HTTPFailure? {
        if case .httpError(let failure) = self { failure } else { nil }
    }

    /// The code of the connection's failure, if there was no whole answer.
    public var urlErrorCode: URLError.Code? {
        if case .networkError(let error) = self { error.code } else { nil }
    }

    /// Where in the answer the decoder stopped, as it would be written in code: `[1].total_price`; nil elsewhere.
    public var codingPath: String? {
        guard case .decodingError(let error, _) = self else { return nil }
        let (missing, context): ([any CodingKey], DecodingError.Context)
        switch error {
        case .keyNotFound(let key, let found): (missing, context) = ([key], found)
        case .typeMismatch(_, let found), .valueNotFound(_, let found): (missing, context) = ([], found)
        case .dataCorrupted(let found): (missing, context) = ([], found)
        @unknown default: return nil
        }
        return (context.codingPath + missing).reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }
}

extension NetworkError: LocalizedError {
    /// One sentence that can be shown to the user of an app.
    public var errorDescription: String? {
        switch self {
        case .invalidRequest: "The request could not be made."
        case .invalidResponse: "The server's answer could not be understood."
        case .httpError(let failure):
            failure.problem?.detail ?? failure.problem?.title ?? "The server answered with status \(failure.status)."
        case .decodingError: "The server's answer could not be read."
        case .networkError(let error):
            error.code == .timedOut ? "The server did not answer in time." : "The server could not be reached."
        }
    }
}

extension NetworkError {
    /// The failures of a connection that say nothing about the request: another connection may not have them.
    ///
    /// `badServerResponse` is how Linux reports a connection that ended before the answer began.
    public static let connectivityCodes: Set<URLError.Code> = [
        .networkConnectionLost, .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .timedOut,
        .notConnectedToInternet, .badServerResponse,
    ]

    /// Whether the server was not reached. One that answered, whatever it said, was.
    public var isConnectivity: Bool { urlErrorCode.map(Self.connectivityCodes.contains) ?? false }
}

extension NetworkError {
    /// Returns the value of an operation, and replaces its HTTP failures by the errors of an app.
    ///
    /// - Parameter domainError: returns the error of the app for a failure; nil keeps ``httpError(_:)``.
    static func translated<Value>(
        by domainError: (HTTPFailure) -> (any Error)?,
        _ operation: () async throws -> Value,
    ) async throws -> Value {
        do {
            return try await operation()
        } catch NetworkError.httpError(let failure) {
            throw domainError(failure) ?? NetworkError.httpError(failure)
        }
    }
}

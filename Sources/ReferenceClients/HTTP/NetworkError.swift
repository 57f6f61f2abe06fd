public import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An error of a request. A cancelled request throws `CancellationError` instead.
public enum NetworkError: Error, Sendable {
    /// The request is not valid, for this reason, and was not sent.
    case invalidRequest(String)
    /// The response is not HTTP.
    case invalidResponse
    /// The response is not a success.
    case httpError(HTTPFailure)
    /// The body of a successful response cannot be decoded. The data is that body, if available.
    case decodingError(DecodingError, Data?)
    /// No complete response was received.
    case networkError(URLError)
}

extension NetworkError {
    /// The failed response; nil for other errors.
    public var failure: HTTPFailure? {
        if case .httpError(let failure) = self { failure } else { nil }
    }

    /// The error code of the connection; nil for other errors.
    public var urlErrorCode: URLError.Code? {
        if case .networkError(let error) = self { error.code } else { nil }
    }

    /// The coding path of a decoding error, such as `[1].total_price`; nil for other errors.
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
    /// The message for the user of an app.
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
    /// The codes of connection failures, after which another attempt can succeed.
    ///
    /// On Linux `badServerResponse` means that the connection ended before the response.
    public static let connectivityCodes: Set<URLError.Code> = [
        .networkConnectionLost, .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .timedOut,
        .notConnectedToInternet, .badServerResponse,
    ]

    /// Whether the connection failed, so that no response was received.
    public var isConnectionFailure: Bool { urlErrorCode.map(Self.connectivityCodes.contains) ?? false }
}

extension NetworkError {
    /// Returns the value of an operation, and converts its HTTP failures to domain errors.
    ///
    /// - Parameter domainError: returns the domain error for a failure; nil keeps ``httpError(_:)``.
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

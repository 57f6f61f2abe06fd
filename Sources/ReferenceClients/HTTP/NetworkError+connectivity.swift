public import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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

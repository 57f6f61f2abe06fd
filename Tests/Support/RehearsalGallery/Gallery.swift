package import RehearsalContracts
package import RehearsalHarness

/// Clients with which the rules themselves are tested: one without defects, and one for each defect.
package enum Gallery {
    /// A client that breaks no rule.
    package static let reference = InProcessSubject(contract) { trial in ParkingClient(trial) }

    /// Returns the same client with one defect.
    package static func client(with defect: Defect) -> InProcessSubject<ParkingClient> {
        InProcessSubject(contract) { trial in ParkingClient(trial, defect: defect) }
    }

    /// The number of connections that the client declares.
    static let maximumConnections = 6

    /// The header field with the identifier of a call.
    static let correlationID = "X-Correlation-ID"

    /// The retry policy that the client declares.
    package static let retry = {
        var retry = DeclaredRetry(jitter: .equal, statuses: [429, 500, 502, 503, 504])
        retry.statusesWithRetryAfter = [409, 413]
        retry.budget = 40
        return retry
    }()
}

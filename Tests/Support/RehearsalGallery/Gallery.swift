package import RehearsalContracts
package import RehearsalHarness

/// Clients to judge the judge by: one without a defect, and for each defect one that has only that.
package enum Gallery {
    /// A client that breaks no rule.
    package static let reference = InProcessSubject(contract) { trial in ParkingClient(trial) }

    /// The same client, but for one thing.
    package static func client(with defect: Defect) -> InProcessSubject<ParkingClient> {
        InProcessSubject(contract) { trial in ParkingClient(trial, defect: defect) }
    }

    /// How the client tries again.
    package static let retry = DeclaredRetry(jitter: .equal, statuses: [429, 500, 502, 503, 504])
}

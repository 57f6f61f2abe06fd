#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import Rehearsal
package import RehearsalContracts
import RehearsalPlatform
package import RehearsalServer

/// The configuration of a client for one case.
public struct SubjectContext: Sendable {
    /// The identifier of the case: `RETRY-02/getUser/503`.
    public let id: String
    /// The URL of the backend for the case.
    public let baseURL: URL
    /// The initial access token; nil for none.
    public let token: String?
    /// The initial refresh token; nil for none.
    public let refreshToken: String?
    /// The client's store, with its initial content.
    public let store: Store
    /// Whether the client's network monitor reports a connection. It may change while the client is used.
    public var isOnline: Bool { connectivity.withLock { $0 } }
    /// The timeout of one attempt.
    public let timeout: Duration
    /// The time limit of a call with all its attempts; nil for none.
    public let deadline: Duration?
    /// The clock on which the client must wait, if its contract declares `clockInjection`.
    public let clock: any Clock<Duration>

    private let connectivity: Locked<Bool>

    init(_ request: CaseRequest, baseURL: URL, clock: any Clock<Duration>) {
        (id, self.baseURL, self.clock) = (request.id, baseURL, clock)
        (token, refreshToken, store) = (request.token, request.refreshToken, Store(request.store))
        (timeout, deadline) = (request.timeout ?? .seconds(2), request.deadline)
        connectivity = Locked(request.isOnline)
    }

    /// Changes the connectivity that the client's network monitor reports.
    func setOnline(_ isOnline: Bool) { connectivity.withLock { $0 = isOnline } }

    /// A store in which a client keeps JSON documents by key.
    public final class Store: Sendable {
        private let documents: Locked<[String: JSON]>

        /// Creates a store with these documents.
        public init(_ documents: [String: JSON]) { self.documents = Locked(documents) }

        /// The document with this key; nil if there is none. Setting nil removes it.
        public subscript(key: String) -> JSON? {
            get { documents.withLock { $0[key] } }
            set { documents.withLock { $0[key] = newValue } }
        }

        /// All documents in the store.
        public var all: [String: JSON] { documents.withLock { $0 } }
    }
}

/// A subject that can run test cases with its client, in this process or in a child process.
package protocol TestSubject: Sendable {
    /// The declaration of the client.
    var declaration: Declaration { get }

    /// Creates a client for a case, runs the case, and returns the answer within the time limit of the case.
    ///
    /// - Parameters:
    ///   - clock: the clock for the client's waits, if it accepts one; nil for real time.
    ///   - latency: a recorder of the client's scheduling delays, which extend the time limit.
    func answer(_ request: CaseRequest, clock: VirtualClock?, _ latency: LatencyRecorder) async -> CaseAnswer

    /// The executor on which the client runs.
    var executor: LatencyMonitor.Executor { get }

    /// Whether the client accepts an injected clock.
    var acceptsClock: Bool { get }
}

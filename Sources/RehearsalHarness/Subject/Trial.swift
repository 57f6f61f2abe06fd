#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import Rehearsal
package import RehearsalContracts
import RehearsalPlatform
package import RehearsalServer

/// What a client is made of for one case.
public struct Trial: Sendable {
    /// Which case it is: `RETRY-02/getUser/503`.
    public let id: String
    /// Where its backend is.
    public let baseURL: URL
    /// The token that it starts with; nil for none.
    public let token: String?
    /// What it gets another token with; nil for nothing.
    public let refreshToken: String?
    /// What it has stored, and where it stores.
    public let store: Store
    /// What its network monitor says.
    public let isOnline: Bool
    /// How long one attempt may be without an answer.
    public let timeout: Duration
    /// How long a call may take with all its attempts; nil for as long as it likes.
    public let deadline: Duration?
    /// What it waits by.
    public let clock: any Clock<Duration>

    init(_ request: CaseRequest, baseURL: URL, clock: any Clock<Duration>) {
        (id, self.baseURL, self.clock) = (request.id, baseURL, clock)
        (token, refreshToken, store) = (request.token, request.refreshToken, Store(request.store))
        (isOnline, timeout, deadline) = (request.isOnline, request.timeout ?? .seconds(2), request.deadline)
    }

    /// What a client has stored: documents by key.
    public final class Store: Sendable {
        private let documents: Locked<[String: JSON]>

        /// A store with these documents in it.
        public init(_ documents: [String: JSON]) { self.documents = Locked(documents) }

        /// The document of that key; setting nil takes it away.
        public subscript(key: String) -> JSON? {
            get { documents.withLock { $0[key] } }
            set { documents.withLock { $0[key] = newValue } }
        }

        /// Everything in it.
        public var all: [String: JSON] { documents.withLock { $0 } }
    }
}

/// A client that can be asked to do what a case says, in this process or in one of its own.
package protocol TriedSubject: Sendable {
    /// What is known of it.
    var declaration: Declaration { get }

    /// Makes a client for a case, calls it as the case says, and returns what came of it; always, and in time.
    ///
    /// - Parameters:
    ///   - clock: the clock that the client waits by, if it can be given one; nil for the time of this machine.
    ///   - latency: tells how much time the client has lost, which its limit does not count.
    func answer(_ request: CaseRequest, clock: VirtualClock?, _ latency: LatencyRecorder) async -> CaseAnswer

    /// The executor that the client runs on.
    var executor: Heartbeat.Executor { get }

    /// Whether a client can be given a clock to wait by.
    var takesClock: Bool { get }
}

package import Rehearsal

/// A point in a promise about a screen at which the client's process and the backend synchronize.
///
/// The process sends a `GET` request to the path of the checkpoint, and continues when it receives the reply.
package enum ScreenCheckpoint: String, Sendable, Hashable, CaseIterable {
    /// The backend replies when the awaited request of the screen has arrived.
    case arrived
    /// The backend releases the reply that it holds.
    case release

    /// The path of the request, below the URL of the backend.
    package var path: String { Self.directory + rawValue }

    /// The common prefix of the paths of all checkpoints.
    static let directory = "/rehearsal/"

    /// The endpoint that replies to the request.
    var endpoint: Scenario.Endpoint {
        Scenario.Endpoint.get(
            Scenario.PathPattern(stringLiteral: path),
            replies: [Scenario.Reply(204, hold: self == .arrived ? Self.arrival : nil)]
        )
    }

    /// The hold of the reply to the checkpoint ``arrived``.
    static let arrival = Scenario.Hold("rehearsal-arrived")
    /// The hold of the late reply to the screen.
    static let late = Scenario.Hold("rehearsal-late")
}

extension TestCase {
    /// A hold that the harness releases when a number of requests has arrived.
    package struct Release: Sendable, Hashable {
        /// The name of the hold.
        package var hold: String
        /// The awaited requests.
        package var query: Journal.Query
        package var count: Int
    }
}

import RehearsalPlatform

/// A request to end a search early, which another thread can make.
package final class StopRequest: Sendable {
    private let state = Locked<String?>(nil)

    package init() {}

    /// The reason, as a sentence without a full stop; nil without a request.
    package var reason: String? { state.withLock { $0 } }

    /// Requests the end. Later requests have no effect.
    package func make(_ reason: String) { state.withLock { $0 = $0 ?? reason } }
}

import Rehearsal
import RehearsalServer

/// A loop of each kind that this system has, for tests that must hold on all of them.
enum BothLoops {
    static let native = try? LoopGroup(threads: 1, poller: .native)
    static let poll = try? LoopGroup(threads: 1, poller: .poll)

    /// Limits that no client breaks by being slow: on a busy machine a request that is read byte by byte may be.
    static let patience: Backend.Limits = {
        var limits = Backend.Limits()
        (limits.headTimeout, limits.bodyTimeout) = (.seconds(600), .seconds(600))
        return limits
    }()

    static func options(_ kind: PollerKind) -> Backend.Options {
        var options = Backend.Options()
        options.loops = kind == .native ? native : poll
        options.limits = patience
        return options
    }

    static func backend(
        _ endpoints: [Scenario.Endpoint],
        on kind: PollerKind = .native,
        limits: Backend.Limits = patience,
    ) throws -> Backend {
        var options = options(kind)
        options.limits = limits
        return try Backend.start(Scenario("test", endpoints: endpoints), options: options)
    }
}

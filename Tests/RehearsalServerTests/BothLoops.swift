import Rehearsal
import RehearsalServer

/// A loop of each kind that this system has, for tests that must hold on all of them.
enum BothLoops {
    static let native = try? LoopGroup(threads: 1, poller: .native)
    static let poll = try? LoopGroup(threads: 1, poller: .poll)

    static func options(_ kind: PollerKind) -> Backend.Options {
        var options = Backend.Options()
        options.loops = kind == .native ? native : poll
        return options
    }

    static func backend(
        _ endpoints: [Scenario.Endpoint],
        on kind: PollerKind = .native,
        limits: Backend.Limits = Backend.Limits(),
    ) throws -> Backend {
        var options = options(kind)
        options.limits = limits
        return try Backend.start(Scenario("test", endpoints: endpoints), options: options)
    }
}

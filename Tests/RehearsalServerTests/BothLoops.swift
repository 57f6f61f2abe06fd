import Rehearsal
import RehearsalPlatform
import RehearsalServer

/// One event loop of each kind that this system has, for tests that must pass on all of them.
enum BothLoops {
    static let native = try? LoopGroup(threads: 1, poller: .native)
    static let poll = try? LoopGroup(threads: 1, poller: .poll)

    /// Loops that a test may hold. `Backend.advance`, `play` and others block a thread until each loop has answered, so
    /// no test calls them on a backend with these loops.
    private static let heldNative = try? LoopGroup(threads: 1, poller: .native)
    private static let heldPoll = try? LoopGroup(threads: 1, poller: .poll)

    /// Limits that a slow client does not exceed: on a busy machine, reading a request byte by byte takes long.
    static let generousLimits: Backend.Limits = {
        var limits = Backend.Limits()
        (limits.idle, limits.headTimeout, limits.bodyTimeout) = (.seconds(600), .seconds(600), .seconds(600))
        return limits
    }()

    /// - Parameter canBeHeld: whether the test holds the loops (``Backend/withHeldLoops(_:)``).
    static func options(_ kind: PollerKind, canBeHeld: Bool = false) -> Backend.Options {
        var options = Backend.Options()
        options.loops =
            switch kind {
            case .native: canBeHeld ? heldNative : native
            case .poll: canBeHeld ? heldPoll : poll
            }
        options.limits = generousLimits
        return options
    }

    static func backend(
        _ endpoints: [Scenario.Endpoint],
        on kind: PollerKind = .native,
        limits: Backend.Limits = generousLimits,
        canBeHeld: Bool = false,
    ) throws -> Backend {
        var options = options(kind, canBeHeld: canBeHeld)
        options.limits = limits
        return try Backend.start(Scenario("test", endpoints: endpoints), options: options)
    }
}

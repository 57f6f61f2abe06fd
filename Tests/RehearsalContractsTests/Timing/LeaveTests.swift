import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Accepted reactions to a requested wait", .limitedConcurrency)
struct LeaveTests {
    private let retry = DeclaredRetry(base: .milliseconds(200), jitter: .equal)

    private func leave(_ seconds: Int64, cap: Duration? = nil, isSkewed: Bool = false) -> RetryAfterWait.PermittedRetry
    {
        var retry = retry
        retry.retryAfterCap = cap
        let asked = RetryAfterWait.between(.seconds(seconds), .seconds(seconds))
        return asked.permittedRetry(retry, timeLimit: .seconds(20), isSkewed: isSkewed)
    }

    @Test("A client may wait as requested, plus a second or its own wait, or give up.")
    func waits() {
        #expect(leave(2) == .init(wait: .seconds(2)...(.seconds(3)), mayGiveUp: true))
        var slow = retry
        slow.base = .seconds(4)
        let asked = RetryAfterWait.between(.seconds(2), .seconds(3))
        #expect(asked.permittedRetry(slow, timeLimit: .seconds(20)).wait == .seconds(2)...(.seconds(7)))
    }

    @Test("A client waits by its own policy without a request, and need not wait if the request is zero.")
    func nothing() {
        let own = Duration.milliseconds(100)...(.milliseconds(200))
        #expect(
            RetryAfterWait.nothing.permittedRetry(retry, timeLimit: .seconds(20)) == .init(wait: own, mayGiveUp: false)
        )
        #expect(leave(0) == .init(wait: .zero...(.milliseconds(200)), mayGiveUp: false))
    }

    @Test("A client gives up on a long wait or waits as long as it declares, and not less than by its own policy.")
    func tooLong() {
        #expect(leave(86_400) == .init(wait: .milliseconds(100)...(.seconds(20)), mayGiveUp: true))
        #expect(leave(86_400, cap: .seconds(5)) == .init(wait: .milliseconds(100)...(.seconds(5)), mayGiveUp: true))
        #expect(leave(4, cap: .seconds(5)).wait == .seconds(4)...(.seconds(5)))
    }

    @Test("A client may wait by its own policy if the clocks differ.")
    func skewed() {
        #expect(leave(2, isSkewed: true).wait == .milliseconds(100)...(.seconds(3)))
    }
}

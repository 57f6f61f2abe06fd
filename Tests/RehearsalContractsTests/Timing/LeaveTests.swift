import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("What a client may do when it is asked to wait", .admitted)
struct LeaveTests {
    private let retry = DeclaredRetry(base: .milliseconds(200), jitter: .equal)

    private func leave(_ seconds: Int64, cap: Duration? = nil, isSkewed: Bool = false) -> AskedWait.Leave {
        var retry = retry
        retry.retryAfterCap = cap
        let asked = AskedWait.between(.seconds(seconds), .seconds(seconds))
        return asked.leave(retry, patience: .seconds(20), isSkewed: isSkewed)
    }

    @Test("It waits as long, and up to a second or its own wait longer; or it gives up.")
    func waits() {
        #expect(leave(2) == .init(wait: .seconds(2)...(.seconds(3)), mayGiveUp: true))
        var slow = retry
        slow.base = .seconds(4)
        let asked = AskedWait.between(.seconds(2), .seconds(3))
        #expect(asked.leave(slow, patience: .seconds(20)).wait == .seconds(2)...(.seconds(7)))
    }

    @Test("Asked for nothing it waits as ever; asked to come at once it need not wait.")
    func nothing() {
        let own = Duration.milliseconds(100)...(.milliseconds(200))
        #expect(AskedWait.nothing.leave(retry, patience: .seconds(20)) == .init(wait: own, mayGiveUp: false))
        #expect(leave(0) == .init(wait: .zero...(.milliseconds(200)), mayGiveUp: false))
    }

    @Test("Asked for too much it gives up, or waits as long as it is prepared to, and never less than ever.")
    func tooLong() {
        #expect(leave(86_400) == .init(wait: .milliseconds(100)...(.seconds(20)), mayGiveUp: true))
        #expect(leave(86_400, cap: .seconds(5)) == .init(wait: .milliseconds(100)...(.seconds(5)), mayGiveUp: true))
        #expect(leave(4, cap: .seconds(5)).wait == .seconds(4)...(.seconds(5)))
    }

    @Test("Where clocks differ, a client that cannot know may wait as ever.")
    func skewed() {
        #expect(leave(2, isSkewed: true).wait == .milliseconds(100)...(.seconds(3)))
    }
}

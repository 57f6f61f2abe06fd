import RehearsalPlatform
import RehearsalServer
import TestAdmission
import Testing

@testable import RehearsalHarness

@Suite("A limit of usable time", .limitedConcurrency)
struct UsableTimeLimitTests {
    @Test("The limit is extended by the time that the client lost.")
    func added() {
        let lost = Counter()
        let sut = UsableTimeLimit(.seconds(3_600)) { .seconds(lost.value) }
        #expect(sut.left <= .seconds(3_600))
        lost.add(50)
        #expect(sut.left > .seconds(3_600))
    }

    @Test("The limit is extended by at most a minute.")
    func bounded() {
        let lost = Counter()
        let sut = UsableTimeLimit(.seconds(3_600)) { .seconds(lost.value) }
        lost.add(100_000)
        #expect(sut.left <= .seconds(3_660))
    }

    @Test("The time that was lost before the limit began does not count.")
    func before() {
        let sut = UsableTimeLimit(.seconds(3_600)) { .seconds(50) }
        #expect(sut.left <= .seconds(3_600))
    }

    @Test("An attempt is repeated until it succeeds.")
    func attempts() async {
        let sut = UsableTimeLimit(.seconds(3_600)) { .zero }
        let made = Counter()
        await sut.attempt { _ in
            made.add(1)
            return made.value == 3
        }
        #expect(made.value == 3)
    }

    @Test("No attempt is made without time left.")
    func over() async {
        let sut = UsableTimeLimit(.zero) { .zero }
        let made = Counter()
        await sut.attempt { _ in
            made.add(1)
            return false
        }
        #expect(made.value == 0)
    }

    private final class Counter: @unchecked Sendable {
        // Sendable: accessed under the lock.
        private let lock = Lock()
        private var count = 0
        var value: Int { lock.withLock { count } }
        func add(_ number: Int) { lock.withLock { count += number } }
    }
}

import RehearsalPlatform
import TestAdmission
import Testing

/// The pollers of an event loop, each with a pipe.
@Suite("Pollers", .limitedConcurrency)
final class PollerTests {
    private let pipe: Pipe
    /// A limit that no event needs; a test with a missing event fails after it.
    private let limit = SystemClock.now() + 10_000_000_000

    private var writingIsOpen = true

    init() throws { pipe = try Pipe() }

    deinit {
        close(pipe.reading)
        if writingIsOpen { close(pipe.writing) }
    }

    @Test("The native poller is that of the system, or kqueue where a build asks for it.")
    func native() throws {
        let sut = try PollerKind.native.make()
        #if canImport(Darwin) || KQUEUE
            #expect(sut is KqueuePoller)
        #else
            #expect(sut is EpollPoller)
        #endif
    }

    @Test("A poller reports the end of a pipe that can be read, with its token.", arguments: PollerKind.allCases)
    func readable(_ kind: PollerKind) throws {
        let sut = try kind.make()
        sut.setInterest(.read, of: pipe.reading, token: 7)
        var ready = Array(sut.wait(until: 0))
        #expect(ready.isEmpty)
        write(pipe.writing, "a", 1)
        ready = Array(sut.wait(until: limit))
        #expect(ready.map(\.token) == [7])
        #expect(ready.first?.interest == .read)
        sut.remove(pipe.reading)
    }

    @Test("A poller reports both events of interest of a socket.", arguments: PollerKind.allCases)
    func both(_ kind: PollerKind) throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, streamSocket, 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let sut = try kind.make()
        write(ends[1], "a", 1)
        sut.setInterest([.read, .write], of: ends[0], token: 9)
        var ready = Array(sut.wait(until: limit))
        #expect(Set(ready.map(\.token)) == [9])
        #expect(ready.contains { $0.interest.contains(.read) })
        #expect(ready.contains { $0.interest.contains(.write) })
        sut.setInterest(.read, of: ends[0], token: 9)
        ready = Array(sut.wait(until: limit))
        #expect(ready.map(\.interest) == [.read])
        sut.remove(ends[0])
    }

    @Test("A descriptor without interest reports nothing, not even a hang-up.", arguments: PollerKind.allCases)
    func uninterested(_ kind: PollerKind) throws {
        let sut = try kind.make()
        sut.setInterest(.read, of: pipe.reading, token: 7)
        sut.setInterest([], of: pipe.reading, token: 7)
        close(pipe.writing)
        writingIsOpen = false
        var ready = Array(sut.wait(until: 0))
        #expect(ready.isEmpty)
        sut.setInterest(.read, of: pipe.reading, token: 8)
        ready = Array(sut.wait(until: limit))
        #expect(ready.map(\.token) == [8])
        sut.remove(pipe.reading)
    }

    @Test("A wait without a ready descriptor ends at its instant.", arguments: PollerKind.allCases)
    func expires(_ kind: PollerKind) throws {
        let sut = try kind.make()
        for _ in 0..<3 {
            let instant = SystemClock.now() + 5_000_000
            #expect(waits(sut, until: instant) <= 3)
            #expect(SystemClock.now() >= instant)
        }
    }

    @Test("A wait for an instant of the past ends at once.", arguments: PollerKind.allCases)
    func past(_ kind: PollerKind) throws {
        let sut = try kind.make()
        // A poller that waits does not return, because nothing becomes ready.
        for instant in [SystemClock.now() - 1, 1, 0, .min] {
            let ready = Array(sut.wait(until: instant))
            #expect(ready.isEmpty)
        }
    }

    @Test("An earlier instant replaces that of the last wait, and so does a later one.", arguments: PollerKind.allCases)
    func changes(_ kind: PollerKind) throws {
        let sut = try kind.make()
        sut.setInterest(.read, of: pipe.reading, token: 7)
        write(pipe.writing, "a", 1)
        let start = SystemClock.now()
        var ready = Array(sut.wait(until: start + 3_600_000_000_000))
        #expect(ready.map(\.token) == [7])
        ready = Array(sut.wait(until: start + 20_000_000))
        #expect(ready.map(\.token) == [7])
        sut.remove(pipe.reading)
        #expect(waits(sut, until: start + 40_000_000) <= 4)
        #expect(SystemClock.now() >= start + 40_000_000)
    }

    @Test(
        "A wait without a limit lasts until a descriptor is ready, even after one that ended at its instant.",
        arguments: PollerKind.allCases
    )
    func unlimited(_ kind: PollerKind) throws {
        let sut = try kind.make()
        sut.setInterest(.read, of: pipe.reading, token: 7)
        _ = waits(sut, until: SystemClock.now() + 1_000_000)
        // The wait below blocks this thread, so that another one has to write.
        try Thread.start { [writing = pipe.writing] in _ = write(writing, "a", 1) }.detach()
        let ready = Array(sut.wait(until: .max))
        #expect(ready.map(\.token) == [7])
        sut.remove(pipe.reading)
    }

    /// Waits until an instant, as often as the poller returns before it, and returns the number of waits.
    private func waits(_ sut: any Poller, until instant: Int64) -> Int {
        var count = 0
        repeat {
            let ready = sut.wait(until: instant)
            #expect(ready.isEmpty)
            count += 1
        } while SystemClock.now() < instant
        return count
    }
}

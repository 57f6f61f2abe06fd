import RehearsalPlatform
import TestAdmission
import Testing

/// The pollers of an event loop, each with a pipe.
@Suite("Pollers", .limitedConcurrency)
final class PollerTests {
    private let pipe: Pipe
    /// A limit that no event needs; a test with a missing event fails after it.
    private let limit: Int64 = 10_000_000_000

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
        var ready = Array(sut.wait(nanoseconds: 0))
        #expect(ready.isEmpty)
        write(pipe.writing, "a", 1)
        ready = Array(sut.wait(nanoseconds: limit))
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
        var ready = Array(sut.wait(nanoseconds: limit))
        #expect(Set(ready.map(\.token)) == [9])
        #expect(ready.contains { $0.interest.contains(.read) })
        #expect(ready.contains { $0.interest.contains(.write) })
        sut.setInterest(.read, of: ends[0], token: 9)
        ready = Array(sut.wait(nanoseconds: limit))
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
        var ready = Array(sut.wait(nanoseconds: 0))
        #expect(ready.isEmpty)
        sut.setInterest(.read, of: pipe.reading, token: 8)
        ready = Array(sut.wait(nanoseconds: limit))
        #expect(ready.map(\.token) == [8])
        sut.remove(pipe.reading)
    }
}

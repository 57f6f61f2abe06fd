import RehearsalPlatform
import TestAdmission
import Testing

@Suite("A pipe", .limitedConcurrency)
struct PipeTests {
    @Test("The writing end counts the bytes that its reader has not read.")
    func unread() throws {
        let sut = try Pipe()
        defer { for end in [sut.reading, sut.writing] { Socket.close(end) } }
        #expect(Pipe.unreadBytes(sut.writing) == 0)
        #expect(Pipe.write([1, 2, 3], to: sut.writing) == 3)
        #expect(Pipe.unreadBytes(sut.writing) == 3)
        var buffer = [UInt8](repeating: 0, count: 2)
        #expect(Pipe.read(sut.reading, into: &buffer) == 2)
        #expect(Pipe.unreadBytes(sut.writing) == 1)
    }
}

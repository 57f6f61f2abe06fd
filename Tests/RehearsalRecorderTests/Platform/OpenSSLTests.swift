import TestAdmission
import Testing

@testable import RehearsalClient

@Suite("OpenSSL of the machine", .limitedConcurrency)
struct OpenSSLTests {
    @Test("The error for a missing library lists the names that were tried.")
    func missing() {
        let error = #expect(throws: OpenSSL.Missing.self) { _ = try OpenSSL(names: ["libnothing.so.1", "libnone.so"]) }
        #expect(error?.names == ["libnothing.so.1", "libnone.so"])
    }

    @Test("A library without the symbols of OpenSSL is rejected.")
    func anotherLibrary() {
        #expect(throws: OpenSSL.Missing.self) {
            _ = try OpenSSL(names: ["libpthread.so.0", "/usr/lib/libSystem.B.dylib"])
        }
    }

    @Test("The context of connections permits partial writes from a moving buffer.")
    func mode() throws {
        let context = try TLSContext()
        // `SSL_CTRL_MODE` with no bits to add returns the mode.
        let mode = context.library.controlContext(context.handle, 33, 0, nil)
        #expect(mode & 3 == 3)
    }
}

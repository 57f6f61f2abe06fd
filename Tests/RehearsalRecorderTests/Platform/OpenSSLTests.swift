import TestAdmission
import Testing

@testable import RehearsalClient

@Suite("The machine's own OpenSSL", .admitted)
struct OpenSSLTests {
    @Test("A machine without one is told which was looked for.")
    func missing() {
        let error = #expect(throws: OpenSSL.Missing.self) { _ = try OpenSSL(names: ["libnothing.so.1", "libnone.so"]) }
        #expect(error?.names == ["libnothing.so.1", "libnone.so"])
    }

    @Test("A library of that name that is something else is not used.")
    func anotherLibrary() {
        #expect(throws: OpenSSL.Missing.self) {
            _ = try OpenSSL(names: ["libpthread.so.0", "/usr/lib/libSystem.B.dylib"])
        }
    }
}

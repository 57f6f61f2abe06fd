import RehearsalContracts
import TestAdmission
import Testing

@Suite("The shape of a history", .limitedConcurrency)
struct ShapeTests {
    @Test("The shape is the same in every process, and differs for histories with other outcomes or requests.")
    func stable() {
        var sut = MadeHistory()
        sut.call("list", .value(MadeHistory.list), .login, .list())
        #expect(sut.history.shape == 6_747_501_742_320_147_008)
        var other = MadeHistory()
        other.call("list", .http(status: 503), .login, .list())
        #expect(other.history.shape != sut.history.shape)
        var longer = sut
        longer.recover()
        longer.call("list", .value(MadeHistory.list))
        // The outcomes of the steps after the schedule are no behavior of it.
        #expect(longer.history.shape == sut.history.shape)
    }
}

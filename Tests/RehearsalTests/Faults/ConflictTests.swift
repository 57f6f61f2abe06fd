import Rehearsal
import TestAdmission
import Testing

@Suite("Two faults that would both end a reply", .limitedConcurrency)
struct ConflictTests {
    private let close = Fault(.close, at: .end)
    private let reset = Fault(.reset, at: .body())

    @Test("A conflict is reported with the names of both faults, regardless of other faults.")
    func conflict() {
        let other = Fault(.drip(bytesPerSecond: 1), at: .body())
        let sometimes = Fault(.stall(), at: .beforeHead, on: .first(1))
        let expected = "close at end and reset at body 0 would both end the reply; only one fault can end it"
        #expect(Fault.conflict(in: [close, reset]) == expected)
        #expect(Fault.conflict(in: [sometimes, close, other, reset]) == expected)
        #expect(
            Fault.conflict(in: [.init(.close, at: .end, on: .first(2)), .init(.reset, at: .end, on: .first(2))]) != nil
        )
    }

    @Test("Faults that take turns, or take effect after the reply, do not conflict.")
    func turns() {
        #expect(Fault.conflict(in: []) == nil)
        #expect(Fault.conflict(in: [close, Fault(.reset, at: .idle())]) == nil)
        #expect(Fault.conflict(in: [close, Fault(.reset, at: .beforeHead, on: .first(1))]) == nil)
        #expect(Fault.conflict(in: [close, Fault(.stall(for: .seconds(1)), at: .end)]) == nil)
        #expect(
            Fault.conflict(in: [.init(.close, at: .end, on: .chance(0.5)), .init(.reset, at: .end, on: .chance(0.5))])
                == nil
        )
    }
}

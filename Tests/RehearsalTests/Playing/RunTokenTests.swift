import TestAdmission
import Testing

@testable import Rehearsal

@Suite("The run token", .limitedConcurrency)
struct RunTokenTests {
    @Test("A token round-trips, including the extreme seeds.", arguments: [0, 7, UInt64.max])
    func roundTrip(_ seed: UInt64) throws {
        let sut = RunToken(seed: seed, digest: 0x00AB_CDEF_0123_4567)
        #expect("\(sut)" == "r1.\(seed).00abcdef")
        let read = try #require(RunToken("\(sut)"))
        #expect(read == sut)
        #expect(read.matches(digest: 0x00AB_CDEF_FFFF_FFFF))
        #expect(!read.matches(digest: 0x00AB_CDEE_0123_4567))
    }

    @Test(
        "An invalid token yields nil.",
        arguments: [
            "", "r1", "r2.1.00abcdef", "r1.-1.00abcdef", "r1.1.abcdef", "r1.1.00abcdeg", "r1.1.00abcdef.",
            "r1.18446744073709551616.00abcdef",
        ]
    )
    func malformed(_ text: String) { #expect(RunToken(text) == nil) }

    @Test("A scenario draws if a fault depends on chance or a delay varies.")
    func draws() {
        let replies: [(Scenario.Reply, Bool)] = [
            (.init(), false), (.init(delay: .seconds(1)), false),
            (.init(fault: .init(.reset, at: .end, on: .first(2))), false),
            (.init(delay: .uniform(.zero, .seconds(1))), true),
            (.init(bodyDelay: .logNormal(median: .seconds(1), p99: .seconds(2))), true),
            (.init(fault: .init(.reset, at: .end, on: .chance(0.5))), true),
            (.init(fault: .init(.delay(by: .uniform(.zero, .seconds(1))), at: .end)), true),
        ]
        for (reply, draws) in replies {
            #expect(Scenario("x", endpoints: [.get("/", replies: [reply])]).usesRandomness == draws)
        }
        let slow = Scenario.Network(.slow(.uniform(.zero, .seconds(1))))
        #expect(Scenario("x", endpoints: [], network: [slow]).usesRandomness)
    }
}

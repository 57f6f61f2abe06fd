import TestAdmission
import Testing

@testable import Rehearsal

@Suite("SipHash", .limitedConcurrency)
struct SipHashTests {
    /// From the reference implementation: key 00 … 0f, message 00 … (n - 1).
    @Test(
        "The hash yields the reference vectors.",
        arguments: [
            (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (7, 0xab02_00f5_8b01_d137),
            (8, 0x93f5_f579_9a93_2462), (15, 0xa129_ca61_49be_45e5),
        ] as [(Int, UInt64)]
    )
    func referenceVectors(count: Int, expected: UInt64) {
        let sut = SipHash(key: 0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)

        #expect(sut.hash((0..<count).map { UInt8($0) }) == expected)
    }
}

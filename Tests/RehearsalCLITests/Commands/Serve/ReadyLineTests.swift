import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("The lines of serve --json", .limitedConcurrency)
struct ReadyLineTests {
    @Test("The ready line is one line of JSON with the documented members.")
    func ready() {
        let sut = ReadyLine(
            baseURL: "http://127.0.0.1:8080",
            port: 8080,
            process: 42,
            scenario: "a \"quoted\"\nname",
            token: RunToken(seed: 7, digest: 0x00AB_CDEF_0123_4567),
            control: "http://127.0.0.1:4100"
        )
        #expect(
            sut.text == #"{"event":"ready","baseURL":"http://127.0.0.1:8080","urls":[],"port":8080,"pid":42,"#
                + #""scenario":"a \"quoted\"\nname","token":"r1.7.00abcdef","control":"http://127.0.0.1:4100"}"#
        )
    }

    @Test("The ready line lists the URLs for other devices in their order.")
    func devices() {
        let urls = ["http://192.168.1.20:8080", "http://mac.local:8080"]
        let sut = ReadyLine(
            baseURL: "http://127.0.0.1:8080",
            urls: urls,
            port: 8080,
            process: 42,
            scenario: "s"
        )
        #expect(sut.text.contains(#""urls":["http://192.168.1.20:8080","http://mac.local:8080"],"port":8080"#))
    }

    @Test("The stopped line counts the exchanges and the dropped ones.")
    func stopped() {
        let sut = StoppedLine(exchanges: 12, dropped: 3)
        #expect(sut.text == #"{"event":"stopped","exchanges":12,"dropped":3}"#)
    }

    @Test("The stopped line counts the exchanges that are missing from a HAR file.")
    func stoppedHAR() {
        let sut = StoppedLine(
            exchanges: 12,
            dropped: 3,
            har: OutputLoss(missingExchangeCount: 1, truncatedReplyCount: 2)
        )
        #expect(sut.text.hasSuffix(#""dropped":3,"har":{"missing":1,"cut":2,"gone":false}}"#))
    }
}

import Rehearsal
import RehearsalDocuments
import TestAdmission
import Testing

@Suite("The digest of a scenario", .admitted)
struct DigestTests {
    private func digest(_ change: (inout Scenario.Reply) -> Void = { _ in }) -> UInt64 {
        var reply = Scenario.Reply(headers: ["A": "b"], body: .text("x"))
        change(&reply)
        return Scenario("s", endpoints: [.get("/a", replies: [reply])]).digest
    }

    @Test("It is the same for the same behaviour, under any name, and another for leave to other origins.")
    func stable() {
        #expect(digest() == digest())
        var renamed = Scenario("other", summary: "else", endpoints: [.get("/a", replies: [.init()])])
        let before = renamed.digest
        renamed.name = "third"
        #expect(renamed.digest == before)
        renamed.cors = true
        #expect(renamed.digest != before)
    }

    @Test("Every part of a reply counts.")
    func sensitive() {
        let others = [
            digest { $0.status = 201 }, digest { $0.headers = ["A": nil] }, digest { $0.headers = ["A": ""] },
            digest { $0.body = .json("x") }, digest { $0.body = .problem("x") }, digest { $0.times = 1 },
            digest { $0.delay = .seconds(1) }, digest { $0.faults = [Fault(.close, at: .end)] },
            digest { $0.body = .bytes([0x78], type: nil) },
        ]
        #expect(Set(others + [digest()]).count == others.count + 1)
    }
}

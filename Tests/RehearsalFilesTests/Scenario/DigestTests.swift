import Rehearsal
import RehearsalDocuments
import TestAdmission
import Testing

@Suite("The digest of a scenario", .limitedConcurrency)
struct DigestTests {
    private func digest(_ change: (inout Scenario.Reply) -> Void = { _ in }) -> UInt64 {
        var reply = Scenario.Reply(headers: ["A": "b"], body: .text("x"))
        change(&reply)
        return Scenario("s", endpoints: [.get("/a", replies: [reply])]).digest
    }

    @Test("The digest does not depend on the name of a scenario, and changes with its CORS policy.")
    func stable() {
        #expect(digest() == digest())
        var renamed = Scenario("other", summary: "else", endpoints: [.get("/a", replies: [.init()])])
        let before = renamed.digest
        renamed.name = "third"
        #expect(renamed.digest == before)
        renamed.cors = true
        #expect(renamed.digest != before)
    }

    @Test("The digest depends on every part of a reply.")
    func sensitive() {
        let others = [
            digest { $0.status = 201 }, digest { $0.headers = ["A": nil] }, digest { $0.headers = ["A": ""] },
            digest { $0.body = .json("x") }, digest { $0.body = .problem("x") }, digest { $0.times = 1 },
            digest { $0.delay = .seconds(1) }, digest { $0.faults = [Fault(.close, at: .end)] },
            digest { $0.body = .bytes([0x78], type: nil) },
        ]
        #expect(Set(others + [digest()]).count == others.count + 1)
    }

    @Test("The digest of a scenario is the one of earlier versions, so their tokens still repeat a run.")
    func constant() throws {
        let text = #"""
            { "seed": 3, "state": { "x": { "a": [1, "b", null] } }, "cors": true,
              "network": [
                { "is": "slow", "delay": { "uniform": ["1ms", "2ms"] }, "until": { "connections": 1 } }, { "is": "open" } ],
              "auth": { "bearer": {
                "protects": ["/api/**"], "lasts": { "uses": 3 }, "denied": { "status": 401, "problem": { "title": "expired" } },
                "issues": [{ "post": "/login" }, { "post": "/refresh", "takes": "/refresh_token", "rotates": true }] } },
              "quotas": [{ "any": "/q/**", "limit": 5, "window": "10s", "key": "header:Authorization" }],
              "idempotency": { "post": "/transfers", "required": true },
              "resources": [{ "at": "/things", "items": [{ "id": 1 }], "envelope": "data" }],
              "endpoints": [
                { "get": "/events", "replies": [{ "events": [
                  { "event": "a", "json": { "t": "{{now}}", "n": 1.50, "u": [true, null] } }, { "data": "plain", "after": "1s" }
                ] }] },
                { "post": "/change", "per": "header:A", "priority": 2,
                  "when": { "body": { "at": { "/a": { "matches": "^x+$" } } }, "headers": { "A": { "startsWith": "b" } } },
                  "replies": [
                    { "json": { "a": "{{body./a}}" }, "times": 2,
                      "then": { "set": { "v": { "k": "{{uuid}}" } }, "increment": "n", "capture": { "c": "/a" } } },
                    { "status": 409, "hold": "h", "delay": { "head": "1ms", "body": "2ms" } } ] },
                { "method": "PURGE", "path": "/x/{id:int}", "when": { "query": { "q": { "oneOf": ["1", "2"] } } },
                  "replies": [{ "text": "x", "headers": { "Date": null },
                    "fault": { "effect": "stall", "at": { "body": 1 }, "for": "1s" } }] },
                { "any": "/**", "delay": "3ms", "fault": { "effect": "reset", "at": "beforeHead", "chance": 0.5 } },
              ],
              "noise": ["/n/**"] }
            """#
        let loaded = ScenarioFiles.loadText(Array(text.utf8), path: "a.jsonc")
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.text) == [])
        #expect(try #require(loaded.scenario).digest >> 32 == 0xb566_071a)
    }
}

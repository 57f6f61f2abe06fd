import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("A scenario written as a document", .limitedConcurrency)
struct ScenarioDocumentTests {
    private func document(_ replies: Scenario.Reply..., network: [Scenario.Network] = []) -> String {
        let scenario = Scenario("x", endpoints: [.any("/**", replies: replies)], network: network)
        return String(decoding: scenario.document.bytes(), as: UTF8.self)
    }

    private func wrapped(_ replies: String, _ network: String = "") -> String {
        #"{"scenario":"x",\#(network)"endpoints":[{"any":"/**","replies":[\#(replies)]}]}"#
    }

    @Test("A reply is written with its status, headers, body and timing.")
    func reply() {
        let reply = Scenario.Reply(
            503,
            headers: ["Retry-After": "1", "X": "a", "x": "b", "Date": nil],
            body: .json(["ok": true]),
            times: 2,
            delay: .seconds(2),
            pace: 100,
            early: true
        )
        #expect(
            document(reply)
                == wrapped(
                    #"{"status":503,"headers":{"Retry-After":"1","X":["a","b"],"Date":null},"json":{"ok":true},"#
                        + #""times":2,"delay":"2s","pace":"100B/s","early":true}"#
                )
        )
    }

    @Test("UTF-8 bytes are written as text with their media type, and other bytes as Base64.")
    func bytes() {
        #expect(
            document(
                Scenario.Reply(body: .bytes(Array("{}".utf8), type: "application/json")),
                Scenario.Reply(body: .bytes([0xFF, 0x00])),
                Scenario.Reply(body: .raw([.init("HTTP"), .init([0xFF], after: .milliseconds(5))])),
                Scenario.Reply(body: .raw([.init("a\r\n")]))
            )
                == wrapped(
                    #"{"headers":{"Content-Type":"application/json"},"text":"{}"},{"base64":"/wA="},"#
                        + #"{"raw":[{"text":"HTTP"},{"base64":"/w==","after":"5ms"}]},{"raw":"a\r\n"}"#
                )
        )
    }

    @Test(
        "A fault is written with its stage, its position and its occurrence.",
        arguments: [
            (Fault(.reset, at: .beforeHead), #"{"effect":"reset","at":"beforeHead"}"#),
            (Fault(.close, at: .body(.percent(50))), #"{"effect":"close","at":{"body":"50%"}}"#),
            (Fault(.stall(), at: .requestBody(.bytes(0))), #"{"effect":"stall","at":{"requestBody":0}}"#),
            (Fault(.wrongLength(declares: 5), at: .head()), #"{"effect":"wrongLength","declares":5,"at":"head"}"#),
            (
                Fault(.drip(bytesPerSecond: 9), at: .head(.bytes(0))),
                #"{"effect":"drip","bytesPerSecond":9,"at":"head"}"#
            ),
            (
                Fault(.close, at: .idle(.after(.milliseconds(50))), on: .init(first: 1, skip: 2)),
                #"{"effect":"close","at":"idle","after":"50ms","first":1,"skip":2}"#
            ),
            (Fault(.extraBytes([0x61]), at: .end), #"{"effect":"extraBytes","text":"a","at":"end"}"#),
        ]
    )
    func fault(_ fault: Fault, _ text: String) {
        #expect(document(Scenario.Reply(fault: fault)) == wrapped(#"{"fault":\#(text)}"#))
    }

    @Test("A network state is written with its name, its trigger and its end.")
    func network() {
        let states: [Scenario.Network] = [
            .init(.resetting, until: .connections(2)),
            .init(.bytes([0x15]), on: .clientHello, until: .after(.seconds(1))),
            .init(.slow(.uniform(.milliseconds(1), .milliseconds(2))), until: .released("go")),
        ]
        #expect(
            document(Scenario.Reply(), network: states)
                == wrapped(
                    "{}",
                    #""network":[{"is":"resetting","until":{"connections":2}},"#
                        + #"{"is":"bytes","on":"clientHello","base64":"FQ==","until":{"after":"1s"}},"#
                        + #"{"is":"slow","delay":{"uniform":["1ms","2ms"]},"until":{"released":"go"}}],"#
                )
        )
    }

    @Test(
        "Base64 is written with padding.",
        arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
    )
    func base64(_ text: String, _ encoded: String) {
        #expect(Base64.encoded(Array(text.utf8)) == encoded)
    }
}

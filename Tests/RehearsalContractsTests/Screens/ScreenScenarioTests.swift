import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("The scenario of a screen's promise", .limitedConcurrency)
struct ScreenScenarioTests {
    /// Returns the bodies of the replies to the load of a screen, in order.
    private static func bodies(_ body: String, fields: [Declaration.Field] = []) -> [String] {
        var declaration = Declaration(name: "a client")
        let reply = Declaration.RecordedReply(200, body: Array(body.utf8))
        declaration.operations = [Declaration.Operation("list", .get, "/rows", reply: reply, fields: fields)]
        let promise = Declaration.Promise("S-1", "", of: "list", playing: .null)
        let scenario = ScreenScenario(.latestWins, of: promise, in: declaration).scenario
        return scenario.endpoints[0].replies.map { reply in
            if case .bytes(let bytes, _) = reply.body {
                String(decoding: bytes, as: UTF8.self)
            } else {
                "\(reply.status)"
            }
        }
    }

    @Test("The older reply lacks the last element of the recorded list.")
    func list() {
        #expect(Self.bodies("[1,2]") == ["[1,2]", "[1]", "[1]", "[1,2]"])
        #expect(Self.bodies(#"{"items":[{"id":1}]}"#)[1] == #"{"items":[]}"#)
    }

    @Test("The older reply has another text if the recorded reply is an object without a list.")
    func object() {
        let fields = [Declaration.Field("$.id", .string), Declaration.Field("$.name", .string)]
        #expect(Self.bodies(#"{"id":"1","name":"a"}"#, fields: fields)[1] == #"{"id":"1","name":"a (older)"}"#)
    }

    @Test("The older reply is a failure if the recorded reply cannot be changed.")
    func failure() {
        #expect(Self.bodies(#"{"id":1}"#)[1] == "400")
    }

    @Test("The held reply is the third one, after both replies were received once.")
    func held() {
        var declaration = Declaration(name: "a client")
        declaration.operations = [Declaration.Operation("list", .get, "/rows", reply: .init(200))]
        let promise = Declaration.Promise("S-1", "", of: "list", playing: .null)
        let sut = ScreenScenario(.latestWins, of: promise, in: declaration)
        let holds = sut.scenario.endpoints[0].replies.map { $0.hold != nil }
        #expect(holds == [false, false, true, false])
        #expect(sut.releases.map(\.count) == [3, 1])
    }

    @Test("A status that the client retries is not used as a failure.")
    func retried() {
        var declaration = Declaration(name: "a client")
        declaration.retry.statuses = [400]
        declaration.operations = [Declaration.Operation("list", .get, "/rows", reply: .init(200))]
        let promise = Declaration.Promise("S-1", "", of: "list", playing: .null)
        let scenario = ScreenScenario(.failureIsShown, of: promise, in: declaration).scenario
        #expect(scenario.endpoints[0].replies.map(\.status) == [422, 200, 422])
    }
}

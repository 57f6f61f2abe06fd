import Rehearsal
import RehearsalFiles
import RehearsalServer
import RehearsalTestSupport
import Testing

/// Something that a scenario can say, as a document and as a value, and what a client then sees of either.
struct Construct: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// What stands in the document, without its braces.
    var document: String
    var value: Scenario
    var talk: [Step]

    /// A request, on which of several connections, and the answer to it: status, fields in brackets and body, or no
    /// answer at all.
    struct Step: Sendable {
        var request: String
        var answer: String
        var connection = 0
        /// The fields that are part of the answer.
        var fields: [String] = []

        /// - Parameter line: method and target, with header lines after it, and a body after an empty line.
        init(_ line: String, _ answer: String, on connection: Int = 0, showing fields: String...) {
            let halves = line.components("\n\n")
            var lines = halves[0].components("\n")
            lines[0] += " HTTP/1.1"
            lines.append("Host: a")
            if halves.count > 1 { lines.append("Content-Length: \(halves[1].utf8.count)") }
            request = lines.joined(separator: "\r\n") + "\r\n\r\n" + halves.dropFirst().joined()
            self.answer = answer
            self.connection = connection
            self.fields = fields
        }

        func answer(_ response: RawClient.Response) -> String {
            let fields = fields.map { "[\(response.header($0) ?? "")] " }.joined()
            return "\(response.status) \(fields)\(response.text)"
        }
    }

    init(_ name: String, _ document: String, _ endpoints: [Scenario.Endpoint], _ talk: [Step]) {
        self.init(name, document, Scenario("s", endpoints: endpoints), talk)
    }

    init(_ name: String, _ document: String, _ value: Scenario, _ talk: [Step]) {
        (testDescription, self.document, self.value, self.talk) = (name, document, value, talk)
    }

    /// The scenario that the document says.
    func loaded() throws -> Scenario {
        let loaded = ScenarioFiles.loadText(Array("{ \(document) }".utf8), path: "a.jsonc")
        #expect(loaded.diagnostics.map(\.message) == [], "\(testDescription)")
        return try #require(loaded.scenario)
    }

    /// What is not as it has to be when a client talks to a backend of a scenario.
    static func complaints(about scenario: Scenario, _ talk: [Step]) throws -> [String] {
        let backend = try Backend.start(scenario)
        var clients: [Int: RawClient] = [:]
        var complaints: [String] = []
        for step in talk {
            let client = try clients[step.connection] ?? RawClient(port: backend.port)
            clients[step.connection] = client
            client.send(step.request)
            let response = client.response(toHead: step.request.hasPrefix("HEAD "))
            let answer = response.map(step.answer) ?? "nothing"
            if response == nil { clients[step.connection] = nil }
            guard answer != step.answer, !(step.answer == "501" && answer.hasPrefix("501 ")) else { continue }
            complaints.append("\(step.request.components("\r\n")[0]): \(answer), not \(step.answer)")
        }
        return complaints
    }
}

extension String {
    /// The parts between separators.
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}

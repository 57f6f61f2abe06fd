import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("rehearsal drift under an OpenAPI document", .limitedConcurrency)
@BlockingThread
struct DriftContractTests {
    /// Returns a recording with a reply for each target.
    private static func recording(
        _ entries: [(target: String, body: String)],
        host: String = "a.example",
        status: Int = 200,
        method: String = "GET",
        fields: String = ""
    ) -> String {
        let texts = entries.map { entry in
            let content = "{\"size\":0,\"mimeType\":\"application/json\",\"text\":\"\(entry.body)\"}"
            let field = "{\"name\":\"Content-Type\",\"value\":\"application/json\"}"
            return """
                {"startedDateTime":"2026-01-01T00:00:00Z","time":0,"request":{"method":"\(method)",
                "url":"http://\(host)\(entry.target)","httpVersion":"HTTP/1.1","headers":[\(fields)]},
                "response":{"status":\(status),"statusText":"","httpVersion":"HTTP/1.1","headers":[\(field)],
                "content":\(content)}}
                """
        }
        return Self.log([texts.joined(separator: ",")])
    }

    private static func log(_ entries: [String]) -> String {
        "{\"log\":{\"version\":\"1.2\",\"entries\":[\(entries.joined(separator: ","))]}}"
    }

    /// Returns the entries of a recording.
    private static func entries(of recording: String) -> String {
        String(recording.dropFirst("{\"log\":{\"version\":\"1.2\",\"entries\":[".count).dropLast("]}}".count))
    }

    private static let wrong: [(target: String, body: String)] = [
        ("/orders?page=1", "[]"), ("/orders/7", #"{\"id\":\"7\"}"#),
    ]
    private static let violation = "api.yaml:6:67: the body /id is \"7\", but must be an integer"

    @Test("Without --against, the recorded replies are checked and no request is sent.")
    func recordingOnly() throws {
        let folder = try ContractFolder(["a.har": Self.recording(Self.wrong)])
        let outcome = try ChildProgram.run(["drift", folder["a.har"], "--contract", folder["api.yaml"]])
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix("\(folder["api.yaml"]): 1 violation in 1 of 2 replies\n\(folder["a.har"])\n"))
        #expect(outcome.output.contains(Self.violation))
        #expect(outcome.output.contains("(GET /orders/7, recorded in \(folder["a.har"]), entry 2)"))
        #expect(outcome.output.contains("GET /orders/{id} never answered 404"))
        let conforming = try folder.folder.write("b.har", Self.recording([Self.wrong[0]]))
        let other = try ChildProgram.run(["drift", conforming, "--contract", folder["api.yaml"]])
        #expect(other.status == 0)
        #expect(other.output.hasPrefix("\(folder["api.yaml"]): 1 reply conforms\n"))
    }

    @Test("A violation by several replies to one path template is one line with its count.")
    func counted() throws {
        let body = #"{\"id\":\"7\"}"#
        let entries = (1...9).map { (target: "/orders/\($0)", body: body) }
        let folder = try ContractFolder(["a.har": Self.recording(entries)])
        let outcome = try ChildProgram.run(["drift", folder["a.har"], "--contract", folder["api.yaml"]])
        #expect(outcome.output.contains("9 violations in 9 of 9 replies"))
        #expect(outcome.output.contains("(GET /orders/1, recorded in \(folder["a.har"]), entry 1), 9 times"))
        #expect(outcome.output.components(separatedBy: Self.violation).count == 2)
    }

    @Test("Replies of other hosts and to preflights are not checked, and a reply of 304 counts as one that occurred.")
    func unchecked() throws {
        let order = [(target: "/orders/1", body: #"{\"id\":1}"#)]
        let preflight =
            #"{"name":"Origin","value":"http://b.example"},{"name":"Access-Control-Request-Method","value":"GET"}"#
        let parts = [
            Self.recording(order + order), Self.recording([("/orders/1", "")], status: 304),
            Self.recording([("/orders/1", "")], method: "OPTIONS", fields: preflight),
            Self.recording([("/other", "")], host: "tracker.example"),
        ]
        let api = """
            openapi: 3.1.0
            info: {title: Shop, version: "1"}
            paths:
              /orders/{id}:
                get:
                  parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
                  responses:
                    "200": {description: d, content: {application/json: {schema: {type: object}}}}
                    "304": {description: d, headers: {ETag: {required: true, schema: {type: string}}}}
            """
        let folder = try ContractFolder(["a.har": Self.log(parts.map(Self.entries)), "b.yaml": api])
        let outcome = try ChildProgram.run(["drift", folder["a.har"], "--contract", folder["b.yaml"]])
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.output.hasPrefix("\(folder["b.yaml"]): 2 replies conform\n"), "\(outcome.output)")
        #expect(!outcome.output.contains("never answered"), "\(outcome.output)")
    }

    @Test("The reports as JSON and as Markdown have the violations.")
    func formats() throws {
        let folder = try ContractFolder(["a.har": Self.recording(Self.wrong)])
        let words = ["drift", folder["a.har"], "--contract", folder["api.yaml"]]
        let json = try ChildProgram.run(words + ["--json"]).output
        #expect(json.contains(#""backend":null"#))
        #expect(json.contains(#""conforms":false"#))
        #expect(json.contains(#"the body /id is \"7\", but must be an integer"#))
        #expect(json.contains(#""count":1"#))
        #expect(json.contains("POST /orders never answered 201"))
        let markdown = try ChildProgram.run(words + ["--format", "markdown"]).output
        #expect(markdown.hasPrefix("### "))
        #expect(markdown.contains("1 violation in 1 of 2 replies"))
        #expect(markdown.contains("but must be an integer"))
    }

    @Test("With --against, the current replies are checked too, and each violation is reported once with its count.")
    func current() async throws {
        let folder = try ContractFolder(["a.har": Self.recording(Self.wrong)])
        let (server, port) = try folder.serve([folder["shop.jsonc"]])
        let words = [
            "drift", folder["a.har"], "--against", "http://127.0.0.1:\(port)", "--contract", folder["api.yaml"],
        ]
        let outcome = try ChildProgram.run(words)
        server.signal(SIGINT)
        _ = try server.end()
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix("no drift in 2 requests\n"))
        #expect(outcome.output.contains("current reply to entry 2), 2 times"))
        #expect(outcome.output.contains("3 violations in 3 of 6 replies"))
    }

    @Test("Without --against and --contract, and with an option about a backend that is not named, drift is an error.")
    func usage() throws {
        let folder = try ContractFolder(["a.har": Self.recording(Self.wrong)])
        let neither = try ChildProgram.run(["drift", folder["a.har"]])
        #expect(neither.status == 64)
        #expect(neither.errors.contains("or --contract FILE"))
        let all = try ChildProgram.run(["drift", folder["a.har"], "--contract", folder["api.yaml"], "--all"])
        #expect(all.status == 64)
        #expect(all.errors.contains("--all has no effect without --against URL"))
    }

    @Test("A recording without a reply cannot be checked.")
    func empty() throws {
        let folder = try ContractFolder(["a.har": Self.recording([])])
        let outcome = try ChildProgram.run(["drift", folder["a.har"], "--contract", folder["api.yaml"]])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("has no reply, so nothing was checked"))
    }
}

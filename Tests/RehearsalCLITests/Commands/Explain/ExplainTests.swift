import Rehearsal
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("rehearsal explain", .limitedConcurrency)
@BlockingThread
struct ExplainTests {
    private nonisolated static let document = """
        { "endpoints": [
          { "get": "/users/{id}",
            "replies": [{ "status": 503, "times": 2 }, { "json": { "id": 1 } }] },
          { "get": "/users/**", "replies": [{ "status": 404 }] },
          { "any": "/users/7", "delay": "300ms" },
          { "any": "/again/**", "priority": -1, "delay": "1s" },
          { "post": "/orders", "when": { "body": { "contains": { "id": 1 } } },
            "replies": [{ "status": 201, "then": { "state": "booked" } }] },
          { "get": "/orders", "when": { "state": "booked" }, "replies": [{ "times": 1 }] },
          { "get": "/again", "when": { "connection": "reused" }, "replies": [{}] },
        ] }
        """

    private func explain(_ words: String...) throws -> (status: Int32, output: String, errors: String) {
        let folder = try ScratchFolder(["a.jsonc": Self.document, "body.json": #"{ "id": 1, "more": true }"#])
        let words = words.map { $0 == "@" ? "@\(folder["body.json"])" : $0 }
        let run = try ChildProgram.run(["explain", folder["a.jsonc"]] + words)
        return (run.status, run.output.split(separator: "\(folder.path)/").joined(), run.errors)
    }

    @Test("Explain names the matching endpoint with its line, its replies and the next candidate.")
    func answer() throws {
        let sut = try explain("GET /users/8?x=1")
        #expect(sut.status == 0)
        let lines = sut.output.split(separator: "\n").map(String.init)
        #expect(lines[0] == "GET /users/8?x=1: answered by get /users/{id} (a.jsonc:2)")
        #expect(lines[1].contains("precedes one other"))
        #expect(lines[1].contains("its path is less specific"))
        #expect(lines[2] == "  reply      503, number 1 of 2")
        #expect(
            lines[3]
                == "  then       the same reply, 2 times in total, then 200 with 8 bytes of JSON, "
                + "then the last reply for all later requests"
        )
        #expect(lines[5] == "  get /users/** (a.jsonc:4)")
    }

    @Test("Explain hides a secret of the query.")
    func secret() throws {
        let sut = try explain("/users/7?access_token=hunter2")
        #expect(sut.output.contains("access_token=redacted-"))
        #expect(!sut.output.contains("hunter2"))
    }

    @Test("Explain shows an overlay with its changes to the reply.")
    func overlay() throws {
        #expect(try explain("GET /users/7").output.contains("overlay    any /users/7 (a.jsonc:5): delay 300 ms"))
    }

    @Test("Explain does not count an overlay of lower priority among the endpoints that match.")
    func lowerOverlay() throws {
        let sut = try explain("GET /again", "--reused")
        #expect(sut.output.contains("why        no other endpoint would answer"))
        #expect(
            sut.output.contains("any /again/** (a.jsonc:6)\n      its overlay matches, but is tried later")
        )
    }

    @Test("Explain takes the body, the state and a reused connection from the options.")
    func parts() throws {
        #expect(try explain("/orders", "-d", #"{ "id": 1 }"#).status == 0)
        #expect(try explain("/orders", "-d", "@").status == 0)
        #expect(try explain("POST /orders", "-d", "id=1").status == 1)
        #expect(try explain("/orders", "--state", "booked").status == 0)
        #expect(try explain("/orders", "--state", "state=booked").status == 0)
        #expect(try explain("get", "/orders").status == 1)
        #expect(try explain("/again", "--reused").status == 0)
        #expect(try explain("/again").status == 1)
    }

    @Test("Explain prints an endpoint to paste and ends with status 1 if nothing matches.")
    func nothing() throws {
        let sut = try explain("PURGE /users/7/x?y")
        #expect(sut.status == 1)
        #expect(sut.output.hasPrefix("PURGE /users/7/x?y: no endpoint matches\n"))
        #expect(sut.output.contains(#"{"method":"PURGE","path":"/users/7/x","replies":[{"json":{}}]}"#))
        #expect(sut.output.contains("method is GET, the request has PURGE"))
    }

    @Test("Explain shows at most twenty other endpoints, and all of them with --all.")
    func most() throws {
        let folder = try ScratchFolder()
        let endpoints = (0..<30).map { #"{ "get": "/x\#($0)", "replies": [{}] }"# }.joined(separator: ",")
        let file = try folder.write("a.json", "{ \"endpoints\": [\(endpoints)] }")
        let some = try ChildProgram.run(["explain", file, "/x0"]).output
        #expect(some.contains("and 9 more: --all"))
        let all = try ChildProgram.run(["explain", "--all", file, "/x0"]).output
        #expect(all.split(separator: "\n").count { $0.contains("get /x") } == 30)
    }

    @Test("Explain prints one JSON object with --json.")
    func json() throws {
        let json = try JSON(parsing: explain("/users/7", "--json").output)
        #expect(json["answer"]?["endpoint"] == "get /users/{id}")
        #expect(json["answer"]?["status"] == 503)
        #expect(json["answer"]?["afterLast"] == "repeat")
        #expect(json["answer"]?["overlays"]?[0]?["endpoint"] == "any /users/7")
        #expect(json["others"]?[0]?["rule"] == "path")
        #expect(json["paste"] == .null)
    }

    @Test("Explain names a policy that replies without an endpoint, and the policies before it.")
    func policies() throws {
        let folder = try ScratchFolder()
        let document = """
            { "quotas": [{ "any": "/**", "limit": 2, "window": "1s" }], "resources": [{ "at": "/spots" }],
              "endpoints": [{ "any": "/**", "delay": "300ms" }] }
            """
        let file = try folder.write("a.json", document)
        let page = try ChildProgram.run(["explain", file, "/spots/1"])
        #expect(page.status == 0)
        #expect(page.output.hasPrefix("GET /spots/1: answered by resource /spots\n"))
        #expect(page.output.contains("checked by policy quota any /**: only 2 requests in 1 s"))
        #expect(page.output.contains("overlay    any /** ("))
        let json = try JSON(parsing: ChildProgram.run(["explain", "--json", file, "/spots"]).output)
        #expect(json["policy"] == "resources")
        #expect(json["guards"]?[0]?["lets"] == "2 requests in 1 s")
        #expect(json["paste"] == .null)
    }

    @Test(
        "Explain rejects invalid arguments with the valid form.",
        arguments: [
            ([], "needs a scenario and a request"), (["GET", "/a", "b"], "is not a valid request"),
            (["GET /a b"], "a method and a target"), (["/a|b"], "is not a valid request"),
            (["/a", "-H", "nonsense"], "a name, a colon and a value"), (["/a", "-d", "@/nowhere"], "does not exist"),
            (["/a", "-X", "GET"], "unknown option \"-X\""),
        ] as [([String], String)]
    )
    func wrong(_ words: [String], _ problem: String) throws {
        let folder = try ScratchFolder(["a.jsonc": Self.document])
        let sut = try ChildProgram.run(["explain", folder["a.jsonc"]] + words)
        #expect(sut.status == 64)
        #expect(sut.errors.contains(problem), "\(sut.errors)")
    }
}

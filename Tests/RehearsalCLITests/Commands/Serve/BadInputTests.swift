import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Invalid input of rehearsal serve", .limitedConcurrency)
@BlockingThread
struct BadInputTests {
    @Test("A port in use is reported with a hint and status 2.")
    func portInUse() throws {
        let first = try ChildProgram(["serve", "--port", "0", "--json"])
        let digits = try first.line().split(separator: "\"port\":")[1].prefix(while: \.isNumber)
        let sut = try ChildProgram.run(["serve", "--port", String(digits)])
        #expect(sut.status == 2)
        #expect(sut.errors.contains("port \(digits) is in use"))
        #expect(sut.errors.contains("--port 0"))
        first.signal(SIGTERM)
        #expect(try first.end().status == 0)
    }

    @Test("A journal that cannot be written is reported before serving, with status 2.")
    func unwritable() throws {
        let sut = try ChildProgram.run(["serve", "--port", "0", "--journal", "/nowhere/at/all.ndjson"])
        #expect(sut.status == 2)
        #expect(sut.errors.contains("cannot write to /nowhere/at/all.ndjson"))
        #expect(sut.output.isEmpty)
    }

    @Test(
        "An invalid document results in clear findings, an empty standard output and status 64.",
        arguments: [
            ("empty.json", ""),
            ("truncated.json", "{ \"scenario\": \"x\", \"endpoints\": [ {"),
            ("unknown.json", "{ \"endpoints\": [{ \"get\": \"/\", \"repliez\": [] }] }"),
            (
                "recording.json",
                "{ \"endpoints\": [{ \"get\": \"/\", \"replies\": [{ \"recording\": \"no/where\" }] }] }"
            ),
            ("other.har", "{ \"notLog\": true }"),
            ("deep.json", String(repeating: "[", count: 100_000)),
            ("binary.har", "\u{0}\u{1}\u{2}"),
        ]
    )
    func documents(name: String, text: String) throws {
        let folder = try ScratchFolder()
        let file = try folder.write(name, text)
        let sut = try ChildProgram.run(["serve", "--port", "0", "--json", file])
        #expect(sut.status == 64)
        #expect(sut.errors.contains("\(name)"))
        #expect(sut.errors.contains("error: "))
        #expect(sut.output.isEmpty)
    }

    @Test("A scenario of 20 MB is rejected by its size.")
    func large() throws {
        let folder = try ScratchFolder()
        let filler = String(repeating: "x", count: 20 << 20)
        let file = try folder.write("large.json", "{ \"scenario\": \"\(filler)\", \"endpoints\": [] }")
        let sut = try ChildProgram.run(["serve", "--port", "0", file])
        #expect(sut.status == 64)
        #expect(sut.errors.utf8.count < 2_000)
        #expect(sut.errors.contains("large.json: error: "))
    }

    @Test("A folder and a missing file are rejected by name.", arguments: ["", "/missing.jsonc"])
    func paths(ending: String) throws {
        let folder = try ScratchFolder()
        let sut = try ChildProgram.run(["serve", "--port", "0", folder.path + ending])
        #expect(sut.status == 64)
        #expect(sut.errors.contains(folder.path + ending))
    }

    @Test(
        "Invalid arguments are rejected with the valid form and status 64.",
        arguments: [
            (["serv"], "did you mean rehearsal serve?"), (["serve", "--prot", "1"], "did you mean --port?"),
            (["serve", "--port", "70000"], "0 to 65535"), (["lint"], "try: rehearsal lint Scenarios"),
            (["--nothing"], "unknown option"), (["play", "--port", "1"], "did you mean --server?"),
            (["lint", "--explain", "replys"], "did you mean reply?"),
        ]
    )
    func usage(words: [String], expected: String) throws {
        let sut = try ChildProgram.run(words)
        #expect(sut.status == 64)
        #expect(sut.errors.contains(expected))
        #expect(sut.output.isEmpty)
    }

    @Test(
        "Binary data, a TLS handshake and a body of 1 GB are rejected, and the next client is served.",
        arguments: [
            "\u{0}\u{1}\u{2}garbage\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}",
            "POST /api/v1/reservations HTTP/1.1\r\nHost: a\r\nContent-Length: 1073741824\r\n\r\n",
        ]
    )
    func onTheSocket(bytes: String) async throws {
        let sut = try ChildProgram(["serve", "--port", "0", "--json"])
        let digits = try sut.line().split(separator: "\"port\":")[1].prefix(while: \.isNumber)
        let port = try #require(Int(digits))
        let client = try await RawClient(port: port)
        await client.send(Array(bytes.utf8))
        #expect(await (client.response()?.status ?? 400) >= 400)
        #expect(try await RawClient(port: port).get("/api/v1/reservations")?.status == 200)
        sut.signal(SIGTERM)
        #expect(try sut.end().status == 0)
    }

    @Test("A server without free descriptors closes new connections, and serves again once descriptors are free.")
    func noDescriptors() async throws {
        let sut = try ChildProgram(["serve", "--port", "0", "--json"], descriptors: 32)
        let digits = try sut.line().split(separator: "\"port\":")[1].prefix(while: \.isNumber)
        let port = try #require(Int(digits))
        let crowd = try await RawClient.connect(60, port: port)
        // The server has no descriptor for the last client and closes it instead of leaving it waiting.
        #expect(await crowd[59].readToEnd().ending != .timedOut)
        await crowd.each { $0.closeNow() }
        // Until the server has seen that the clients left, it may close another one too.
        var served = false
        for _ in 0..<200 where !served {
            served = try await RawClient(port: port).get("/api/v1/reservations")?.status == 200
        }
        #expect(served)
        sut.signal(SIGINT)
        #expect(try sut.end().status == 0)
        #expect(sut.errors.contains("connections were rejected"))
    }
}

import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Output of rehearsal serve", .limitedConcurrency)
@BlockingThread
struct ServeOutputTests {
    private func start(_ arguments: [String]) throws -> (ChildProgram, port: Int) {
        let child = try ChildProgram(["serve", "--port", "0", "--json"] + arguments)
        let digits = try #require(try child.line().components(separatedBy: "\"port\":").last).prefix(while: \.isNumber)
        return (child, try #require(Int(digits)))
    }

    @Test("The option --json sends the log to standard error and only two lines to standard output.")
    func logWithJSON() async throws {
        let (sut, port) = try start(["--log", "-"])
        #expect(try await RawClient(port: port).get("/api/v1/reservations")?.status == 200)
        sut.signal(SIGINT)
        #expect(try sut.end().output == "{\"event\":\"stopped\",\"exchanges\":1,\"dropped\":0}\n")
        #expect(sut.errors.contains("GET /api/v1/reservations → 200"))
    }

    @Test("A log file has one uncolored line for each exchange, and an endpoint to paste for an unmatched request.")
    func logFile() async throws {
        let folder = try ScratchFolder()
        let (sut, port) = try start(["--log", folder.path + "/log"])
        let client = try await RawClient(port: port)
        for path in ["/api/v1/reservations", "/api/v2/me"] { _ = await client.get(path) }
        sut.signal(SIGTERM)
        #expect(try sut.end().status == 0)
        let lines = try folder.read("log").split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.last == #"    to answer it: { "get": "/api/v2/me", "replies": [{ "json": {} }] }"#)
        #expect(lines.allSatisfy { !$0.contains("\u{1B}") })
    }

    @Test("A file that cannot be written is reported before serving.", arguments: ["journal", "log"])
    func unwritable(option: String) throws {
        let sut = try ChildProgram.run(["serve", "--port", "0", "--json", "--\(option)", "/nowhere/at/all"])
        #expect(sut.status == 2)
        #expect(sut.output.isEmpty)
        #expect(sut.errors.contains("cannot write to /nowhere/at/all"))
    }
}

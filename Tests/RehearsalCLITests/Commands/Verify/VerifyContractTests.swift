import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("rehearsal verify with an OpenAPI document", .limitedConcurrency)
struct VerifyContractTests {
    /// Returns a document of the reservations that the reference subject loads.
    private static func reservations(_ parameters: String) -> String {
        """
        openapi: 3.1.0
        info: {title: Reservations, version: "1"}
        paths:
          /api/v1/reservations:
            get:
              operationId: listReservations
              parameters: [\(parameters)]
              responses:
                "200":
                  description: d
                  content:
                    application/json:
                      schema:
                        type: array
                        minItems: 1
                        items: {type: object, required: [id], properties: {id: {type: integer}, state: {enum: [open, paid]}}}
        """
    }

    /// A subject that only sends its hello.
    private static let subject = """
        read line
        echo '{"hello":1,"name":"shell","ops":[{"op":"listReservations","void":false}]}'
        cat > /dev/null
        """

    private func list(_ hello: String = Self.subject, _ options: [String] = []) async throws -> ChildProgram.Outcome {
        let folder = try ScratchFolder(["api.yaml": Self.reservations("")])
        let words = ["verify", "--list", "--contract", folder["api.yaml"]] + options
        return try await runBlocking { try ChildProgram.run(words + ["--", "/bin/sh", "-c", hello]) }
    }

    @Test("An operation that a subject only names has the request, the reply and the fields of the document.")
    func derived() async throws {
        let sut = try await list()
        #expect(sut.status == 0, "\(sut.errors)")
        let clauses = sut.output.split(separator: "\n")
        #expect(clauses.contains("REQ-01/listReservations/root"))
        #expect(clauses.contains { $0.hasPrefix("DEC-02/listReservations/") && $0.contains("id") }, "\(sut.output)")
        #expect(clauses.contains { $0.hasPrefix("DEC-07/listReservations/") && $0.contains("state") }, "\(sut.output)")
    }

    @Test("A subject without operations has those of the document.")
    func allOperations() async throws {
        let hello = #"read line; echo '{"hello":1,"name":"shell"}'; cat > /dev/null"#
        let sut = try await list(hello)
        #expect(sut.status == 0, "\(sut.errors)")
        #expect(sut.output.contains("STAT-01/listReservations"))
    }

    @Test("An operation with another name and no request is not that of the document.")
    func unknown() async throws {
        let hello = #"read line; echo '{"hello":1,"name":"shell","ops":[{"op":"other"}]}'; cat > /dev/null"#
        let sut = try await list(hello)
        #expect(sut.status == 2)
        #expect(sut.errors.contains("ops[0]"))
    }

    @Test("A request that violates the document is an error with both places.")
    func violation() async throws {
        let required = "{name: page, in: query, required: true, schema: {type: integer}}"
        let folder = try ScratchFolder(["a.yaml": Self.reservations(required), "b.yaml": Self.reservations("")])
        let only = ["--only", "STAT-01/fetchReservations/**", "--only", "REQ-01/fetchReservations/root", "--contract"]
        let sut = try await VerifyTests.verify(only + [folder["a.yaml"]])
        #expect(sut.status == 1, "\(sut.output)")
        let sentence =
            "\(folder["a.yaml"]):7:20: the query parameter \"page\" is missing (GET /api/v1/reservations, in "
        #expect(sut.output.contains(sentence), "\(sut.output)")
        let conforming = try await VerifyTests.verify(only + [folder["b.yaml"]])
        #expect(conforming.status == 0, "\(conforming.output)")
    }

    /// A subject whose client follows redirects.
    private static let followingSubject = """
        import json, sys, urllib.error, urllib.request
        for line in sys.stdin:
            message = json.loads(line)
            if "hello" in message:
                answer = {"hello": 1, "name": "python", "features": {"redirects": True}, "ops": [{"op": "listReservations"}]}
            else:
                try:
                    with urllib.request.urlopen(message["baseURL"] + "/api/v1/reservations") as reply:
                        outcome = {"kind": "value", "value": json.load(reply)}
                except urllib.error.HTTPError as error:
                    outcome = {"kind": "http", "status": error.code}
                answer = {"case": message["case"], "outcomes": [outcome], "elapsedMs": 1}
            print(json.dumps(answer), flush=True)
        """

    @Test("Requests to other endpoints of a case, such as the target of a redirect, are not checked.")
    func otherEndpoints() async throws {
        let folder = try ScratchFolder(["api.yaml": Self.reservations(""), "subject.py": Self.followingSubject])
        let words = [
            "verify", "--profile", "extended", "--timing", "off", "--only", "REDIR-01/listReservations/302",
            "--contract", folder["api.yaml"], "--", "python3", folder["subject.py"],
        ]
        let sut = try await runBlocking { try ChildProgram.run(words, environment: ["GITHUB_ACTIONS": ""]) }
        #expect(sut.status == 0, "\(sut.output) \(sut.errors)")
        #expect(sut.output.contains("1 pass"), "\(sut.output)")
        #expect(!sut.output.contains("is not in the document"), "\(sut.output)")
    }

    @Test("A document that does not exist is an error of the command line.")
    func missing() async throws {
        let sut = try await VerifyTests.verify(["--contract", "/nowhere/api.yaml", "--list"])
        #expect(sut.status == 64)
        #expect(sut.errors.contains("/nowhere/api.yaml"))
    }
}

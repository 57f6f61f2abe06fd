import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("rehearsal serve under an OpenAPI document", .limitedConcurrency)
@BlockingThread
struct ServeContractTests {
    private func replies(to program: [String], in folder: ContractFolder) async throws -> [(EnforcedRow, String?)] {
        let (sut, port) = try folder.serve(program)
        var replies: [(EnforcedRow, String?)] = []
        for row in EnforcedRow.all {
            let client = try await RawClient(port: port)
            await client.send(row.text)
            let response = await client.response()
            replies.append((row, response.map { "\($0.status) \($0.text)" }))
        }
        sut.signal(SIGINT)
        #expect(try sut.end().status == 0)
        return replies
    }

    @Test("A played document with --enforce refuses each kind of invalid request, and names the rule.")
    func playedDocument() async throws {
        let folder = try ContractFolder()
        for (row, reply) in try await replies(to: [folder["api.yaml"], "--enforce"], in: folder) {
            #expect(reply?.hasPrefix("\(row.status) ") == true, "\(row.testDescription): \(reply ?? "")")
            #expect(reply?.contains(row.part) == true, "\(row.testDescription): \(reply ?? "")")
            let hasPlace = reply?.contains("api.yaml:") == true
            #expect(hasPlace == ![200, 201, 404].contains(row.status), "\(row.testDescription): \(reply ?? "")")
        }
    }

    @Test("A scenario with a contract, or with --contract, refuses the same requests with --enforce.")
    func scenario() async throws {
        let folder = try ContractFolder(["free.jsonc": #"{ "endpoints": [{ "any": "/**", "replies": [{}] }] }"#])
        let own = try await replies(to: [folder["shop.jsonc"], "--enforce"], in: folder)
        let other = try await replies(
            to: [folder["free.jsonc"], "--contract", folder["api.yaml"], "--enforce"],
            in: folder
        )
        for (row, reply) in (own + other) where row.status >= 400 {
            #expect(reply?.hasPrefix("\(row.status) ") == true, "\(row.testDescription): \(reply ?? "")")
        }
        for (row, reply) in own where row.status < 400 {
            #expect(reply?.hasPrefix("\(row.status) ") == true, "\(row.testDescription): \(reply ?? "")")
        }
    }

    @Test("Without --enforce, each violation of a request and of a reply is reported with both places.")
    func reported() async throws {
        let folder = try ContractFolder()
        let (sut, port) = try folder.serve([folder["shop.jsonc"]])
        let client = try await RawClient(port: port)
        #expect(await client.get("/orders")?.status == 200)
        #expect(await client.get("/orders/7")?.status == 200)
        sut.signal(SIGINT)
        #expect(try sut.end().status == 0)
        #expect(sut.errors.contains("api.yaml:11:11: error: "))
        #expect(sut.errors.contains("#1 GET /orders: contract: the query parameter \"page\" is missing"))
        #expect(sut.errors.contains("shop.jsonc:6: error: #2 GET /orders/7: "))
        #expect(sut.errors.contains("the reply: the body /id is \"7\", but must be an integer"))
        #expect(sut.errors.contains("api.yaml: 2 violations in 2 of 2 exchanges"))
    }

    @Test("The option --enforce needs a document, and a document that does not exist is an error.")
    func usage() throws {
        let folder = try ContractFolder(["free.jsonc": #"{ "endpoints": [{ "any": "/**", "replies": [{}] }] }"#])
        let without = try ChildProgram.run(["serve", "--port", "0", folder["free.jsonc"], "--enforce"])
        #expect(without.status == 64)
        #expect(without.errors.contains("error: --enforce needs an OpenAPI document"))
        let missing = try ChildProgram.run([
            "serve", "--port", "0", folder["free.jsonc"], "--contract", folder["a.yaml"],
        ])
        #expect(missing.status == 64)
        #expect(missing.errors.contains("a.yaml: error: the file does not exist"))
    }
}

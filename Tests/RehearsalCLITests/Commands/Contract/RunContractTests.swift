import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("rehearsal run under an OpenAPI document", .limitedConcurrency)
@BlockingThread
struct RunContractTests {
    /// Sends requests to a backend of `run`, and returns how it ends.
    private func run(_ targets: [String], _ arguments: [String]) async throws -> ChildProgram.Outcome {
        let words = ["run"] + arguments + ["--", "/bin/sh", "-c", "echo $REHEARSAL_URL; read line; true"]
        let program = try ChildProgram(words, environment: RunProgram.quiet, hasInput: true)
        let port = try #require(try program.line().split(separator: ":").last.flatMap { Int($0) })
        for target in targets {
            let client = try await RawClient(port: port)
            #expect(await client.get(target) != nil)
        }
        program.closeInput()
        let (status, output) = try program.end()
        return ChildProgram.Outcome(status: status, output: output, errors: program.errors)
    }

    @Test("A run whose exchanges conform succeeds, and its report names the contract.")
    func conforming() async throws {
        let folder = try ContractFolder()
        let outcome = try await run(["/orders?page=1"], [folder["shop.jsonc"]])
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("A request and a reply that violate the contract fail the run.")
    func violations() async throws {
        let folder = try ContractFolder()
        let request = try await run(["/orders?page=x"], [folder["shop.jsonc"]])
        #expect(request.status == 1)
        #expect(request.errors.contains("api.yaml:11:"))
        #expect(request.errors.contains("the query parameter \"page\" is \"x\", but must be an integer"))
        let reply = try await run(["/orders/7"], [folder["shop.jsonc"]])
        #expect(reply.status == 1)
        #expect(reply.errors.contains("shop.jsonc:6"))
        #expect(reply.errors.contains("the reply: the body /id is \"7\", but must be an integer"))
    }

    @Test("A query parameter that the document does not have does not fail a run.")
    func note() async throws {
        let folder = try ContractFolder()
        #expect(try await run(["/orders?page=1&other=2"], [folder["shop.jsonc"]]).status == 0)
    }

    @Test("The option --contract checks a scenario without a contract, and a refused request fails the run.")
    func enforced() async throws {
        let folder = try ContractFolder([
            "free.jsonc": #"{ "endpoints": [{ "any": "/**", "replies": [{ "json": [] }] }] }"#
        ])
        let arguments = [folder["free.jsonc"], "--contract", folder["api.yaml"], "--enforce"]
        let outcome = try await run(["/orders"], arguments)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("the query parameter \"page\" is missing"))
    }
}

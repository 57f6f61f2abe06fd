import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of one operation, which sends its requests with `URLSession`.
private struct PetClient: Sendable {
    struct Pet: Codable, Sendable {
        let id: Int
        let name: String
    }

    struct Failure: Error {
        let status: Int
    }

    let baseURL: URL

    func pet() async throws -> Pet {
        let (data, response) = try await URLSession.shared.data(from: baseURL.appending(path: "v1/pets/7"))
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200 else { throw Failure(status: status) }
        return try JSONDecoder().decode(Pet.self, from: data)
    }
}

@Suite("A contract with an OpenAPI document", .limitedConcurrency)
struct DocumentedContractTests {
    private static let pets = """
        openapi: 3.1.0
        info: {title: Pets, version: "1"}
        servers: [{url: /v1}]
        paths:
          /pets/{id}:
            parameters: [{name: id, in: path, required: true, example: 7, schema: {type: integer}}]
            get:
              operationId: getPet
              responses:
                "404": {description: d}
                4XX: {description: d}
                "200":
                  description: d
                  content:
                    application/json:
                      schema: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
        """

    private func contract(_ operation: String, _ document: String, in folder: ScratchFolder) -> Contract<PetClient> {
        Contract(
            openAPI: document,
            operations: [.documented(operation) { try await $0.pet() }],
            filePath: folder["deep/Tests.swift"]
        )
    }

    @Test("The clauses of an operation follow from the request, the reply and the fields of the document.")
    func clauses() async throws {
        let folder = try ScratchFolder(["pets.yaml": Self.pets])
        let sut = contract("getPet", "pets.yaml", in: folder).clauses
        let ids = sut.map(\.id)
        #expect(ids.contains("REQ-01/getPet/root"), "\(ids)")
        #expect(ids.contains { $0.hasPrefix("DEC-02/getPet/") && $0.contains("name") }, "\(ids)")
        for clause in sut where clause.id == "REQ-01/getPet/root" {
            try await expect(clause) { PetClient(baseURL: $0.baseURL) }
        }
    }

    @Test("The app's errors of documented statuses become those of the operation, unless it declares its own.")
    func domainErrors() throws {
        let folder = try ScratchFolder(["pets.yaml": Self.pets])
        let errors = [404: "noPet", 409: "conflict"]
        for (own, expected) in [([:], [404: "noPet"]), ([404: "own", 410: "gone"], [404: "own", 410: "gone"])] {
            let sut = Contract<PetClient>(
                openAPI: "pets.yaml",
                operations: [.documented("getPet", .init(domainErrors: own)) { try await $0.pet() }],
                domainErrors: { errors[$0] },
                filePath: folder["deep/Tests.swift"]
            )
            #expect(sut.documented().missing == [])
            #expect(sut.documented().contract.operations.map(\.declared.domainErrors) == [expected])
        }
        let sut = contract("getPet", "pets.yaml", in: folder)
        #expect(sut.documented().contract.operations.map(\.declared.domainErrors) == [[:]])
    }

    @Test("A document whose name contains a number sign is found.")
    func numberSign() throws {
        let folder = try ScratchFolder(["pets#1.yaml": Self.pets])
        #expect(contract("getPet", "pets#1.yaml", in: folder).documented().missing == [])
    }

    @Test("A document or an operation that does not exist is reported in place of the clauses.")
    func missing() throws {
        let folder = try ScratchFolder(["pets.yaml": Self.pets])
        for (operation, document) in [("getPets", "pets.yaml"), ("getPet", "dogs.yaml")] {
            let ids = contract(operation, document, in: folder).clauses.map(\.id)
            #expect(ids == ["errors in the contract \(document)"])
        }
    }

    @Test("The error names the document and the nearest operation.")
    func errors() throws {
        let folder = try ScratchFolder(["pets.yaml": Self.pets])
        let wrong = contract("getPets", "pets.yaml", in: folder).clauses
        #expect(wrong.first?.resolved.errors.first?.contains("did you mean \"getPet\"?") == true)
        let missing = contract("getPet", "dogs.yaml", in: folder).clauses
        #expect(
            missing.first?.resolved.errors.first?.contains("the OpenAPI document \"dogs.yaml\" was not found") == true
        )
    }
}

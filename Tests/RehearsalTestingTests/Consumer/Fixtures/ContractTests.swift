import Foundation
import RehearsalTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client that decodes a 5xx reply like a 200.
struct ItemClient: Sendable {
    let session: URLSession
    let baseURL: URL

    func items() async throws -> [Item] {
        let (data, response) = try await session.data(from: baseURL.appending(path: "items"))
        guard let http = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        guard !(300..<500).contains(http.statusCode) else {
            let headers = http.allHeaderFields.compactMapValues { $0 as? String }.compactMap { name, value in
                (name as? String).map { ($0, value) }
            }
            throw ItemError.status(statusCode: http.statusCode, headers: Dictionary(headers) { $1 }, body: data)
        }
        return try JSONDecoder().decode([Item].self, from: data)
    }
}

struct Item: Decodable, Sendable, Equatable {
    let id: Int
    let title: String
}

enum ItemError: Error {
    case status(statusCode: Int, headers: [String: String], body: Data)
}

extension Contract where Subject == ItemClient {
    static let items = Contract(
        "ItemClient",
        operations: [
            .value(
                "items",
                .get("/items"),
                recorded: .json(#"[{"id": 1, "title": "one"}, {"id": 2, "title": "two"}]"#),
                golden: [Item(id: 1, title: "one"), Item(id: 2, title: "two")],
                fields: [.required("$[*].id", .int), .required("$[*].title", .string)]
            ) { try await $0.items() }
        ]
    )
}

@Suite("A client under contract", .enabled(if: FixtureRun.isRequested))
struct ContractTests {
    @Test("Each clause of the contract holds.", arguments: Contract.items.clauses)
    func items(_ clause: Contract<ItemClient>.Clause) async throws {
        try await expect(clause) { trial in
            let configuration = URLSessionConfiguration.ephemeral
            configuration.timeoutIntervalForRequest = TimeInterval(trial.timeout.components.seconds)
            return ItemClient(session: URLSession(configuration: configuration), baseURL: trial.baseURL)
        }
    }
}

import Foundation
import ReferenceClients
import Rehearsal
import RehearsalHarness

extension SubjectContext {
    /// Returns the client of an app whose backend requires a token. It is signed in if the test case has a token.
    ///
    /// - Parameters:
    ///   - policy: the retry policy.
    ///   - network: the transport that sends each request; nil for a new `URLSession`.
    func client(retrying policy: RetryPolicy = .standard, transport network: (any HTTPTransport)? = nil) -> APIClient {
        let transport = transport(retrying: policy, over: network)
        let signedOut = APIClient(baseURL: baseURL, transport: transport)
        guard let token else { return signedOut }
        let tokens = Tokens(access: token, refresh: refreshToken)
        return APIClient(
            baseURL: baseURL,
            tokens: Authenticator(client: signedOut, tokens: tokens),
            transport: transport
        )
    }

    /// Returns the client of an app that sends the tokens of a provider.
    func client(with tokens: any TokenProvider) -> APIClient {
        APIClient(baseURL: baseURL, tokens: tokens, transport: transport(retrying: .standard, over: nil))
    }

    /// Returns the client of an app whose backend requires no token.
    ///
    /// - Parameters:
    ///   - policy: the retry policy.
    ///   - network: the transport that sends each request; nil for a new `URLSession`.
    func unauthenticatedClient(retrying policy: RetryPolicy = .standard, transport network: (any HTTPTransport)? = nil)
        -> APIClient
    {
        APIClient(baseURL: baseURL, transport: transport(retrying: policy, over: network))
    }

    private func transport(retrying policy: RetryPolicy, over network: (any HTTPTransport)?) -> RetryingTransport {
        RetryingTransport(network ?? URLSessionTransport(timeout: timeout), policy: policy, clock: clock)
    }
}

/// A store of values of one type, which the harness fills before a test case and reads after it.
///
/// All values are in one document, a list.
actor DocumentStore<Value: Codable & Identifiable & Sendable>: LocalStoreProtocol where Value.ID: Sendable {
    private let name: String
    private let documents: SubjectContext.Store

    /// Creates a store for the document with this name.
    init(_ name: String, of documents: SubjectContext.Store) { (self.name, self.documents) = (name, documents) }

    func value(id: Value.ID) throws -> Value? { try values().first { $0.id == id } }

    func values() throws -> [Value] {
        guard let list = documents[name] else { return [] }
        return try JSONDecoder().decode([Value].self, from: Data(list.bytes()))
    }

    func save(_ values: [Value]) throws {
        var stored = try self.values()
        for value in values {
            if let index = stored.firstIndex(where: { $0.id == value.id }) {
                stored[index] = value
            } else {
                stored.append(value)
            }
        }
        try write(stored)
    }

    func remove(id: Value.ID) throws {
        let stored = try values()
        // If the value is not stored, the document must not be written again.
        guard stored.contains(where: { $0.id == id }) else { return }
        try write(stored.filter { $0.id != id })
    }

    private func write(_ values: [Value]) throws {
        let data = try JSONEncoder().encode(values)
        documents[name] = try JSON(parsing: Array(data))
    }
}

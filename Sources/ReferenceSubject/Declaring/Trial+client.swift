import Foundation
import ReferenceClients
import Rehearsal
import RehearsalHarness

extension Trial {
    /// What an app sends its requests with whose backend asks who it is, made as the app makes it.
    ///
    /// - Parameters:
    ///   - policy: how requests are sent again.
    ///   - network: what carries each of them; nil for a session of its own.
    func client(retrying policy: RetryPolicy = .standard, over network: (any HTTPTransport)? = nil) -> APIClient {
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

    /// Returns the client of an app after its user has signed in.
    ///
    /// - Parameter tokens: has the tokens of the user.
    func client(with tokens: any TokenProvider) -> APIClient {
        APIClient(baseURL: baseURL, tokens: tokens, transport: transport(retrying: .standard, over: nil))
    }

    /// What an app sends its requests with whose backend answers everybody.
    ///
    /// - Parameters:
    ///   - policy: how requests are sent again.
    ///   - network: what carries each of them; nil for a session of its own.
    func openClient(retrying policy: RetryPolicy = .standard, over network: (any HTTPTransport)? = nil) -> APIClient {
        APIClient(baseURL: baseURL, transport: transport(retrying: policy, over: network))
    }

    private func transport(retrying policy: RetryPolicy, over network: (any HTTPTransport)?) -> RetryingTransport {
        RetryingTransport(network ?? URLSessionTransport(timeout: timeout), policy: policy, clock: clock)
    }
}

/// The stored items of one kind, which the harness writes before a case and reads after it.
///
/// All items are one document, a list, so that a read of one item and a read of all return the same.
actor DocumentStore<Value: Codable & Identifiable & Sendable>: LocalStoreProtocol where Value.ID: Sendable {
    private let name: String
    private let documents: Trial.Store

    /// The list of that name.
    init(_ name: String, of documents: Trial.Store) { (self.name, self.documents) = (name, documents) }

    func value(id: Value.ID) throws -> Value? { try values().first { $0.id == id } }

    func values() throws -> [Value] {
        guard let list = documents[name] else { return [] }
        return try JSONDecoder().decode([Value].self, from: Data(list.bytes()))
    }

    func save(_ values: [Value]) throws {
        var kept = try self.values()
        for value in values {
            if let index = kept.firstIndex(where: { $0.id == value.id }) {
                kept[index] = value
            } else {
                kept.append(value)
            }
        }
        try write(kept)
    }

    func remove(id: Value.ID) throws {
        let kept = try values()
        // What is not there changes nothing, and leaves what is there as it was written.
        guard kept.contains(where: { $0.id == id }) else { return }
        try write(kept.filter { $0.id != id })
    }

    private func write(_ values: [Value]) throws {
        let data = try JSONEncoder().encode(values)
        documents[name] = try JSON(parsing: Array(data))
    }
}

import ReferenceClients

/// Returns the network error of an operation that must fail with one.
func networkError(_ operation: () async throws -> some Any) async throws -> NetworkError {
    do {
        let value = try await operation()
        throw Unwanted(description: "no error, but \(value)")
    } catch let error as NetworkError {
        return error
    }
}

/// An unexpected outcome.
struct Unwanted: Error, CustomStringConvertible {
    var description: String
}

import ReferenceClients

/// The error of an operation that must fail with one of the client's own.
func networkError(_ operation: () async throws -> some Any) async throws -> NetworkError {
    do {
        let value = try await operation()
        throw Unwanted(description: "no error, but \(value)")
    } catch let error as NetworkError {
        return error
    }
}

/// What should not have come out.
struct Unwanted: Error, CustomStringConvertible {
    var description: String
}

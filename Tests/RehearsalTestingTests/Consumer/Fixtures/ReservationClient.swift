import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The client of the examples in the README and the pages: it waits for as long as the server asks, and tries again.
struct ReservationClient: Sendable {
    let baseURL: URL

    func reservations() async throws -> [Reservation] {
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        let url = baseURL.appending(path: "api/v1/reservations")
        for _ in 0..<3 {
            let (data, response) = try await session.data(from: url)
            guard let http = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            if http.statusCode == 200 { return try JSONDecoder().decode([Reservation].self, from: data) }
            let seconds = http.value(forHTTPHeaderField: "Retry-After").flatMap(Int.init) ?? 1
            try await Task.sleep(for: .seconds(seconds))
        }
        throw URLError(.badServerResponse)
    }
}

/// The explanations of the CONC rules.
enum ConcurrencyExplanations {
    static let all: [String: RuleExplanation] = [
        "CONC-01": RuleExplanation(
            why: """
                A client that keeps the current request or the last reply in a property gives one caller the data of \
                another as soon as two calls overlap. A user then sees a value that belongs to another call, or the \
                same value twice.
                """,
            fix: """
                // The reply stays in the call; no property of the client holds it.
                func value<Value: Decodable>(_ request: URLRequest) async throws -> Value {
                    let (data, _) = try await session.data(for: request)
                    return try JSONDecoder().decode(Value.self, from: data)
                }
                """
        ),
        "CONC-02": RuleExplanation(
            why: """
                If all calls go through one queue, a single stalled request stops the whole app. Without any limit, \
                a list with a hundred images opens a hundred connections, which servers and mobile networks reject.
                """,
            fix: """
                let configuration = URLSessionConfiguration.default
                configuration.httpMaximumConnectionsPerHost = 6
                // No serial queue around data(for:), because it would send one request at a time.
                let session = URLSession(configuration: configuration)
                """
        ),
        "CONC-03": RuleExplanation(
            why: """
                Two refreshes of the same screen overlap, and the reply to the first one arrives last. A client that \
                stores each reply as it arrives replaces new data with old data, and shows the old data until the \
                next refresh.
                """,
            fix: """
                private var latest = 0

                func refresh() async throws {
                    latest += 1
                    let number = latest
                    let items = try await service.fetchItems()
                    guard number == latest else { return }
                    store.save(items)
                }
                """
        ),
        "CONC-04": RuleExplanation(
            why: """
                A client that creates a session for every call never reuses a connection, and a session that is not \
                invalidated keeps its connection open. The app then becomes slow, and fails when its process has no \
                file descriptors left.
                """,
            fix: """
                final class APIClient: Sendable {
                    // One session for all calls of the client.
                    private let session = URLSession(configuration: .ephemeral)

                    deinit { session.finishTasksAndInvalidate() }
                }
                """
        ),
    ]
}

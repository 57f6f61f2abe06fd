/// The explanations of the IDEM rules.
enum IdempotencyExplanations {
    static let all: [String: RuleExplanation] = [
        "IDEM-01": RuleExplanation(
            why: """
                The server recognizes a repeated request only by its key. With a new key for each attempt, a \
                lost reply leads to two orders or two payments.
                """,
            fix: """
                // Create the key once for each call, not in the function that sends an attempt.
                var request = URLRequest(url: url)
                request.setValue(UUID().uuidString, forHTTPHeaderField: "Idempotency-Key")
                return try await sendWithRetries(request)
                """
        ),
        "IDEM-02": RuleExplanation(
            why: """
                If two different orders have the same key, the server replays the reply to the first one and \
                never carries out the second. Servers also reject long keys; 255 bytes is a usual limit.
                """,
            fix: """
                func createOrder(_ order: Order) async throws -> Confirmation {
                    // A UUID has 36 characters and 122 random bits.
                    try await post("/orders", order, idempotencyKey: UUID().uuidString)
                }
                """
        ),
        "IDEM-03": RuleExplanation(
            why: """
                The draft standard defines the field as a structured string. A gateway that parses structured \
                fields rejects a key without quotation marks, although many services accept both forms.
                """,
            fix: #"""
                request.setValue("\"\(key.uuidString)\"", forHTTPHeaderField: "Idempotency-Key")
                """#
        ),
        "IDEM-04": RuleExplanation(
            why: """
                A 409 can mean that the first attempt is still being carried out. With a new key the client \
                starts the operation twice; without a retry it reports a failure of something that succeeds.
                """,
            fix: """
                if reply.status == 409, let wait = retryAfter(reply), attempt < maximumAttempts {
                    // The first attempt is still in progress: ask again later, with the same key.
                    try await Task.sleep(for: wait)
                    attempt += 1
                    continue
                }
                """
        ),
        "IDEM-05": RuleExplanation(
            why: """
                Users tap a button twice if nothing seems to happen. Without protection, each tap creates an \
                order.
                """,
            fix: """
                actor OrderService {
                    private var running: [Order: Task<Confirmation, any Error>] = [:]
                    func place(_ order: Order) async throws -> Confirmation {
                        if let task = running[order] { return try await task.value }
                        let task = Task { try await api.create(order) }
                        running[order] = task
                        defer { running[order] = nil }
                        return try await task.value
                    }
                }
                """
        ),
        "IDEM-06": RuleExplanation(
            why: """
                A 201 means that the order exists, even if the app cannot read the reply. If the app reports a \
                network failure or tries again, the user gets two orders.
                """,
            fix: """
                let reply = try await send(request)
                guard 200..<300 ~= reply.status else { throw APIError.http(reply.status) }
                do { return try decoder.decode(Order.self, from: reply.body) } catch {
                    throw APIError.unreadable(error, status: reply.status)  // the order was placed
                }
                """
        ),
        "IDEM-07": RuleExplanation(
            why: """
                If the reply to a DELETE is lost, the repeated request finds nothing to delete. An error message \
                would be wrong, because the object is gone as the user wanted.
                """,
            fix: """
                let reply = try await sendWithRetries(request)
                if [404, 410].contains(reply.status), reply.attempts > 1 { return }  // an earlier attempt deleted it
                guard 200..<300 ~= reply.status else { throw APIError.http(reply.status) }
                """
        ),
    ]
}

/// The explanations of the ERR rules.
enum ErrorExplanations {
    static let all: [String: RuleExplanation] = [
        "ERR-01": RuleExplanation(
            why: """
                A caller handles the error types that the client declares. An error of another type, such as a bare \
                URLError or DecodingError, reaches none of these handlers. The user then sees a technical message, \
                or the app crashes.
                """,
            fix: """
                func fetchReservations() async throws(ReservationError) -> [Reservation] {
                    do {
                        let (data, _) = try await session.data(for: request)
                        return try decoder.decode([Reservation].self, from: data)
                    } catch {
                        throw ReservationError(error)
                    }
                }
                """
        ),
        "ERR-02": RuleExplanation(
            why: """
                Callers recognize a cancellation by its type. If a client wraps it in an error that it does not \
                declare, the caller shows an error for a screen that the user has just left.
                """,
            fix: """
                do {
                    return try await session.data(for: request)
                } catch let error as URLError where error.code == .cancelled {
                    throw CancellationError()
                }
                """
        ),
    ]
}

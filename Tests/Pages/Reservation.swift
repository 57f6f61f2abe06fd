/// A value of the app, which the examples of the pages use without declaring it.
struct Reservation: Codable, Sendable, Equatable {
    let id: Int
}

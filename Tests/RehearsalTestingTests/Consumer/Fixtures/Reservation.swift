/// A value of the app, which the examples use without declaring it.
struct Reservation: Codable, Sendable, Equatable {
    let id: Int
}

/// What a reader of the pages is taken to have: a value of the app's own.
struct Reservation: Codable, Sendable, Equatable {
    let id: Int
}

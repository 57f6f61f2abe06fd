import RehearsalTesting

extension Journal {
    /// What arrived, in order: `GET /api/v1/reservations`.
    var requests: [String] { entries.map { "\($0.method) \($0.target)" } }

    /// What arrived with that method, in order.
    func requests(_ method: String) -> [Entry] { entries.filter { $0.method == method } }

    /// How many requests arrived for that target.
    func count(of target: String) -> Int { entries.count { $0.target == target } }
}

extension Journal.Entry {
    /// The body as it arrived.
    var text: String { String(decoding: body.kept, as: UTF8.self) }
}

import RehearsalTesting

extension Journal {
    /// The requests in order of arrival: `GET /api/v1/reservations`.
    var requests: [String] { entries.map { "\($0.method) \($0.target)" } }

    /// The requests with that method in order of arrival.
    func requests(_ method: String) -> [Entry] { entries.filter { $0.method == method } }

    /// The number of requests with that target.
    func count(of target: String) -> Int { entries.count { $0.target == target } }
}

extension Journal.Entry {
    /// The body as it arrived.
    var text: String { String(decoding: body.kept, as: UTF8.self) }
}

extension Defect {
    /// Every defect that a client of the gallery can have.
    ///
    /// Defects with numbers up to 99 occur in published sample code. Those from 101 on were written for the other rules
    /// of the core profile; some rules have several.
    package static let all: [Defect] =
        requests + statuses + decoding + transport + retries + backoff + idempotency + authentication + redirects
        + caching + pagination + cancellation + concurrency + repositories + errors + promises

    /// Returns the defect with a number; nil if there is none.
    package static func numbered(_ number: Int) -> Defect? { all.first { $0.number == number } }
}

extension Defect {
    /// Every defect that a client of the gallery can have.
    ///
    /// Numbers up to 99 are defects of published sample code. From 101 on there is one for each other rule of the core
    /// profile, in the order of the catalogue.
    package static let all: [Defect] =
        requests + statuses + decoding + transport + retries + backoff + idempotency + authentication + redirects
        + cancellation + repositories + promises

    /// Returns the defect with a number; nil if there is none.
    package static func numbered(_ number: Int) -> Defect? { all.first { $0.number == number } }
}

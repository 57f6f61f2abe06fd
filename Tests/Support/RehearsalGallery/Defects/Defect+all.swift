extension Defect {
    /// Everything that a client of the gallery may do wrong.
    ///
    /// Numbers to 99 are of faults that were found in published samples; from 101 on there is one for each rule of the
    /// core that none of those breaks, in the order of the catalogue.
    package static let all: [Defect] =
        requests + statuses + decoding + transport + retries + backoff + idempotency + authentication + redirects
        + cancellation + repositories + promises

    /// The defect of that number; nil if there is none.
    package static func numbered(_ number: Int) -> Defect? { all.first { $0.number == number } }
}

/// Every rule that clients are held to, group by group.
package enum Catalogue {
    /// In the order in which reports list them.
    package static let rules: [Rule] =
        requests + statuses + decoding + transport + retries + backoff + idempotency + authentication + redirects
        + cancellation + repositories

    /// The rule of that id; nil if there is none.
    package static func rule(_ id: String) -> Rule? { rules.first { $0.id == id } }
}

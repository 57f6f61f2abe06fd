/// Every rule that clients are held to, group by group.
package enum Catalogue {
    /// In the order in which reports list them.
    package static let rules =
        RequestRules.all + StatusRules.all + DecodingRules.all + TransportRules.all + RetryRules.all + BackoffRules.all
        + IdempotencyRules.all + AuthenticationRules.all + RedirectRules.all + CancellationRules.all
        + RepositoryRules.all

    /// The rule of that id; nil if there is none.
    package static func rule(_ id: String) -> Rule? { rules.first { $0.id == id } }
}

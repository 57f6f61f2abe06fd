extension Catalogue {
    /// How long a client waits: BACK.
    static let backoff: [Rule] = [.envelope, .jittered, .retryAfter, .oddRetryAfter]
}

extension Scenario {
    /// Who is let in: a policy that issues credentials and asks for them.
    public struct Auth: Sendable {
        /// The tokens that it issues and asks for.
        public var bearer: Bearer

        /// Bearer tokens that are issued and asked for.
        public init(bearer: Bearer) { self.bearer = bearer }
    }
}

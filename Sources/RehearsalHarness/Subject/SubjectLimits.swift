/// How much a subject in a process of its own may take, before it is taken to be broken.
package struct SubjectLimits: Sendable {
    /// For the answer to the greeting.
    package var greeting = Duration.seconds(20)
    /// One line of its standard output, in bytes.
    package var line = 16 << 20
    /// Its standard error during one case, in bytes.
    package var errors = 64 << 20
    /// To end by itself once it has been told that there is no more to do.
    package var grace = Duration.seconds(3)
    /// To end by itself once it has closed its standard output.
    package var closing = Duration.seconds(1)
    /// How many times in a row it may break the protocol, or hang before it has answered any case, before the rest is
    /// not tried any more.
    package var strikes = 8

    package init() {}
}

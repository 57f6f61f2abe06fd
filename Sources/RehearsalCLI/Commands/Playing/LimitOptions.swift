import Rehearsal
import RehearsalRedaction
import RehearsalServer

/// What clients may send and how much is kept of it, as every command that plays a scenario takes it.
struct LimitOptions: Sendable {
    private(set) var limits = Backend.Limits()
    private(set) var leniency: Backend.Leniency = .browserTargets
    private(set) var journalBytes = 64 << 20
    /// What may wait to be written into a HAR: no less than usual, however little the journal is to have.
    var replyBytes: Int { max(64 << 20, journalBytes) }

    static let fields: [OptionField<LimitOptions>] = [
        OptionField("lenient", "none|all|RULE,…", \.leniency) { names throws(UsageError) in try leniency(names) }
            .help(
                "answers requests that break these rules of RFC 9112, and no others; each breach is journaled: "
                    + Backend.Leniency.named.map { "\($0.name): \($0.what)" }.joined(separator: "; "),
                standard: "browser-targets"
            ),
        .bytes("max-head", \.limits.head).help(
            "head of a request, or trailers of a body, else 431; chunk extensions of a body, else 413",
            standard: "64KB"
        ),
        .integer("max-headers", \.limits.headerLines, in: 1...100_000)
            .help("header lines of a request, and trailer lines of a body, else 431", standard: "200"),
        .bytes("max-target", \.limits.target)
            .help("target of a request, else 414; method of a request, else 501", standard: "16KB"),
        .bytes("max-body", \.limits.body).help("body of a request, else 413", standard: "64MB"),
        .bytes("max-bodies", \.limits.bodies)
            .help("incomplete request bodies together, for each session and thread, else 503", standard: "512MB"),
        .integer("max-connections", \.limits.connections, in: 1...1_000_000)
            .help("connections at a time; more wait", standard: "20000"),
        .duration("idle-timeout", \.limits.idle)
            .help("a connection between requests, then it is closed", standard: "75s"),
        .duration("head-timeout", \.limits.headTimeout)
            .help("a head from its first byte to its last, else 408", standard: "10s"),
        .duration("body-timeout", \.limits.bodyTimeout)
            .help("between two pieces of a body, else 408", standard: "30s"),
        .bytes("journal-size", \.journalBytes).help(
            "memory for exchanges; the oldest go first; with --har, if it is more, also for replies to be written",
            standard: "64MB"
        ),
    ].map { $0.listed(under: .limits) }

    /// The settings of a backend under these limits.
    ///
    /// - Parameter keepsReplies: whether replies are kept, to be written into a HAR.
    func settings(port: Int, threads: Int, keepsReplies: Bool) throws -> Backend.Options {
        var settings = Backend.Options()
        settings.redaction = SessionRedaction.made
        settings.port = port
        settings.journalBytes = journalBytes
        settings.limits = limits
        settings.leniency = leniency
        settings.loops = try LoopGroup(threads: threads)
        settings.replyBytes = keepsReplies ? replyBytes : nil
        return settings
    }

    private static func leniency(_ names: String) throws(UsageError) -> Backend.Leniency {
        var leniency: Backend.Leniency = []
        for name in names.split(separator: ",", omittingEmptySubsequences: true).map(String.init) {
            if name == "none" { continue }
            if name == "all" {
                leniency = .all
                continue
            }
            guard let named = Backend.Leniency.named.first(where: { $0.name == name }) else {
                let names = Backend.Leniency.named.map(\.name)
                throw UsageError(
                    "--lenient knows no rule \(name.quoted)",
                    name,
                    nearestOf: names + ["all"],
                    otherwise: "there are: none, all, \(names.joined(separator: ", "))"
                )
            }
            leniency.insert(named.rule)
        }
        return leniency
    }
}

import Rehearsal
import RehearsalRedaction
import RehearsalServer

/// The options for limits on requests and memory, which every command that plays a scenario has.
struct LimitOptions: Sendable {
    private(set) var limits = Backend.Limits()
    private(set) var leniency: Backend.Leniency = .browserTargets
    private(set) var journalBytes = 64 << 20
    /// The bytes of replies that may wait for the HAR: as many as the journal has, at least 64 MiB.
    var replyBytes: Int { max(64 << 20, journalBytes) }

    static let fields: [OptionField<LimitOptions>] = [
        OptionField("lenient", "none|all|RULE,…", \.leniency) { names throws(UsageError) in try leniency(names) }
            .help(
                "accept requests that violate only these rules of RFC 9112; each violation is journaled: "
                    + Backend.Leniency.named.map { "\($0.name): \($0.what)" }.joined(separator: "; "),
                standard: "browser-targets"
            ),
        .bytes("max-head", \.limits.head).help(
            "maximum head of a request, or trailers of a body, else 431; chunk extensions of a body, else 413",
            standard: "64KB"
        ),
        .integer("max-headers", \.limits.headerLines, in: 1...100_000)
            .help("maximum header lines of a request, and trailer lines of a body, else 431", standard: "200"),
        .bytes("max-target", \.limits.target)
            .help("maximum target of a request, else 414; method of a request, else 501", standard: "16KB"),
        .bytes("max-body", \.limits.body).help("maximum body of a request, else 413", standard: "64MB"),
        .bytes("max-bodies", \.limits.bodies)
            .help("maximum total of incomplete request bodies, per session and thread, else 503", standard: "512MB"),
        .integer("max-connections", \.limits.connections, in: 1...1_000_000)
            .help("maximum open connections; further ones wait", standard: "20000"),
        .duration("idle-timeout", \.limits.idle)
            .help("time between requests after which a connection is closed", standard: "75s"),
        .duration("head-timeout", \.limits.headTimeout)
            .help("maximum time from the first to the last byte of a head, else 408", standard: "10s"),
        .duration("body-timeout", \.limits.bodyTimeout)
            .help("maximum time between two pieces of a body, else 408", standard: "30s"),
        .bytes("journal-size", \.journalBytes).help(
            "memory for exchanges, oldest dropped first; with --har also for waiting replies, then at least 64MB",
            standard: "64MB"
        ),
    ].map { $0.listed(under: .limits) }

    /// Returns the settings of a backend with these limits.
    ///
    /// - Parameter keepsReplies: whether replies are kept for a HAR.
    func settings(port: Int, threads: Int, keepsReplies: Bool) throws -> Backend.Options {
        var settings = Backend.Options()
        settings.redaction = SessionRedaction.make
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
                    "unknown rule \(name.quoted) in --lenient",
                    name,
                    nearestOf: names + ["all"],
                    otherwise: "valid are none, all, \(names.joined(separator: ", "))"
                )
            }
            leniency.insert(named.rule)
        }
        return leniency
    }
}

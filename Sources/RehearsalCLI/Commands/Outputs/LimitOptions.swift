import Rehearsal
import RehearsalRedaction
import RehearsalServer

/// The options for limits on requests and memory, which every command that plays a scenario has.
struct LimitOptions: Sendable {
    private(set) var limits = Backend.Limits()
    private(set) var leniency: Backend.Leniency = .browserTargets
    private(set) var journalBytes = 64 << 20
    /// The number of bytes of replies that may wait to be written to the HAR: the size of the journal, but at least 64
    /// MiB.
    var replyBytes: Int { max(64 << 20, journalBytes) }

    static let fields: [OptionField<LimitOptions>] = [
        OptionField("lenient", "none|all|RULE,…", \.leniency) { names throws(UsageError) in try leniency(names) }
            .help(
                "accept requests that violate only these rules; the journal records each violation. The rules are: "
                    + Backend.Leniency.named.map { "\($0.name): \($0.what)" }.joined(separator: "; "),
                standard: "browser-targets"
            ),
        .bytes("max-head", \.limits.head).help(
            "maximum size of the head of a request, or of the trailers of its body, else 431; of its chunk extensions, "
                + "else 413",
            standard: "64KB"
        ),
        .integer("max-headers", \.limits.headerLines, in: 1...100_000)
            .help(
                "maximum number of header lines of a request, and of trailer lines of its body, else 431",
                standard: "200"
            ),
        .bytes("max-target", \.limits.target)
            .help("maximum size of the target of a request, else 414; of its method, else 501", standard: "16KB"),
        .bytes("max-body", \.limits.body).help("maximum size of the body of a request, else 413", standard: "64MB"),
        .bytes("max-bodies", \.limits.bodies)
            .help(
                "maximum total size of incomplete request bodies, for each session and thread, else 503",
                standard: "512MB"
            ),
        .integer("max-connections", \.limits.connections, in: 1...1_000_000)
            .help("maximum number of open connections; further connections wait", standard: "20000"),
        .duration("idle-timeout", \.limits.idle)
            .help("time without a request after which a connection is closed", standard: "75s"),
        .duration("head-timeout", \.limits.headTimeout)
            .help("maximum time from the first to the last byte of a head, else 408", standard: "10s"),
        .duration("body-timeout", \.limits.bodyTimeout)
            .help("maximum time without a further byte of a body, else 408", standard: "30s"),
        .bytes("journal-size", \.journalBytes).help(
            "memory for the journal, which drops the oldest exchanges first; with --har, the same amount again, but at "
                + "least 64MB, for replies that wait to be written",
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

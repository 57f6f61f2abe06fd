import Rehearsal
import RehearsalDocuments
import RehearsalServer

/// What clients may send and how much is kept of it, as every command that plays a scenario takes it.
struct LimitOptions: Sendable {
    var limits: Backend.Limits
    var leniency: Backend.Leniency
    var journalBytes: Int
    /// What may wait to be written into a HAR: no less than usual, however little the journal is to have.
    var replyBytes: Int { max(64 << 20, journalBytes) }

    static let declared: [Option] = [
        Option(
            "lenient",
            "none|all|RULE,…",
            "answers requests that break these rules of RFC 9112, and no others; each breach is journaled: "
                + Backend.Leniency.named.map { "\($0.name): \($0.what)" }.joined(separator: "; "),
            standard: "browser-targets",
            in: .limits
        ),
        Option(
            "max-head",
            "SIZE",
            "head of a request, or trailers of a body, else 431; chunk extensions of a body, else 413",
            standard: "64KB",
            in: .limits
        ),
        Option(
            "max-headers",
            "N",
            "header lines of a request, and trailer lines of a body, else 431",
            standard: "200",
            in: .limits
        ),
        Option(
            "max-target",
            "SIZE",
            "target of a request, else 414; method of a request, else 501",
            standard: "16KB",
            in: .limits
        ),
        Option("max-body", "SIZE", "body of a request, else 413", standard: "64MB", in: .limits),
        Option(
            "max-bodies",
            "SIZE",
            "incomplete request bodies together, for each session and thread, else 503",
            standard: "512MB",
            in: .limits
        ),
        Option("max-connections", "N", "connections at a time; more wait", standard: "20000", in: .limits),
        Option(
            "idle-timeout",
            "TIME",
            "a connection between requests, then it is closed",
            standard: "75s",
            in: .limits
        ),
        Option(
            "head-timeout",
            "TIME",
            "a head from its first byte to its last, else 408",
            standard: "10s",
            in: .limits
        ),
        Option("body-timeout", "TIME", "between two pieces of a body, else 408", standard: "30s", in: .limits),
        Option(
            "journal-size",
            "SIZE",
            "memory for exchanges; the oldest go first; with --har, if it is more, also for replies to be written",
            standard: "64MB",
            in: .limits
        ),
    ]

    init(_ arguments: Arguments) throws(UsageError) {
        limits = try Self.limits(arguments)
        leniency = try Self.leniency(arguments)
        journalBytes = try arguments.bytes("journal-size") ?? 64 << 20
    }

    private static func limits(_ arguments: Arguments) throws(UsageError) -> Backend.Limits {
        var limits = Backend.Limits()
        limits.head = try arguments.bytes("max-head") ?? limits.head
        limits.headerLines = try arguments.integer("max-headers", in: 1...100_000) ?? limits.headerLines
        limits.target = try arguments.bytes("max-target") ?? limits.target
        limits.body = try arguments.bytes("max-body") ?? limits.body
        limits.bodies = try arguments.bytes("max-bodies") ?? limits.bodies
        limits.connections = try arguments.integer("max-connections", in: 1...1_000_000) ?? limits.connections
        limits.idle = try arguments.duration("idle-timeout") ?? limits.idle
        limits.headTimeout = try arguments.duration("head-timeout") ?? limits.headTimeout
        limits.bodyTimeout = try arguments.duration("body-timeout") ?? limits.bodyTimeout
        return limits
    }

    private static func leniency(_ arguments: Arguments) throws(UsageError) -> Backend.Leniency {
        var leniency: Backend.Leniency = []
        let names = arguments["lenient"] ?? "browser-targets"
        for name in names.split(separator: ",", omittingEmptySubsequences: true).map(String.init) {
            if name == "none" { continue }
            if name == "all" {
                leniency = .all
                continue
            }
            guard let named = Backend.Leniency.named.first(where: { $0.name == name }) else {
                let names = Backend.Leniency.named.map(\.name)
                let nearest = NearestName.of(name, in: names + ["all"])
                throw UsageError(
                    "--lenient knows no rule \(name.quoted)",
                    hint: nearest.map { "did you mean \($0)?" }
                        ?? "there are: none, all, \(names.joined(separator: ", "))"
                )
            }
            leniency.insert(named.rule)
        }
        return leniency
    }
}

package import Rehearsal
import RehearsalContracts

extension ReportSnapshot {
    /// The name of the format, which distinguishes a report from other JSON documents.
    private static let format = "rehearsal-report"
    /// The version of the format. It increases if a member is removed or changes its meaning, not if one is added.
    private static let version = 3
    /// The versions that can be read.
    private static let readableVersions = 1...3

    private static let fields: [SnapshotField<ReportSnapshot>] = [
        .init("format", written: { _ in .string(format) }),
        .init("version", written: { _ in .integer(version) }),
        .init("subject", \.subject),
        .init("platform", \.platform),
        .init("transport", \.transport),
        .init("profile", \.profile),
        .init("timing", \.timing),
        .init("startedAt", \.startedAt),
        .init("elapsed", \.elapsed),
        .init("overhead", \.overhead),
        .init("command", \.command),
        .init("outcome", written: { .string($0.outcome.rawValue) }),
        .init("counts", written: \.counts),
        .init("errors", \.errors),
        .init("protocolViolations", formerly: "breaches", \.protocolViolations),
        .init("warnings", \.warnings),
        .init("rules", \.rules),
        .init("clauses", \.clauses),
        .init("notApplicable", \.notApplicable),
        .init("maps", \.maps),
    ]

    private var counts: JSON {
        .object(Verdict.Kind.allCases.map { JSON.Member($0.rawValue, .integer(count($0))) })
    }

    /// The report as JSON. Unknown values are `null`, and durations are in nanoseconds.
    package var json: JSON { .object(Self.fields.map { JSON.Member($0.name, $0.write(self)) }) }

    /// An error for a document that is not a valid report.
    package struct ReadingError: Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// Creates a report from JSON. A missing member has its default value.
    ///
    /// - Throws: ``ReadingError`` for another format or version, or a clause without ID, rule, operation or verdict.
    package init(json: JSON) throws(ReadingError) {
        guard json["format"] == .string(Self.format) else {
            throw ReadingError(
                description: "the document is not a report of rehearsal verify: \"format\" is not \"\(Self.format)\"; "
                    + "to write one, run: rehearsal verify --report json=FILE"
            )
        }
        guard Self.readableVersions.contains(where: { json["version"] == .integer($0) }) else {
            let found = json["version"].map { String(decoding: $0.bytes(), as: UTF8.self) } ?? "nothing"
            throw ReadingError(description: "\"version\" is \(found), but this program reads versions 1 to 3")
        }
        if case .array(let elements)? = json["clauses"],
            let index = elements.firstIndex(where: { Clause(json: $0) == nil })
        {
            throw ReadingError(description: "\"clauses\"[\(index)] lacks a valid id, rule, operation or verdict")
        }
        self.init()
        for field in Self.fields { _ = field.read(json, &self) }
    }
}

extension ReportSnapshot.Rule: SnapshotRecord {
    static let fields: [SnapshotField<Self>] = [
        .init("id", \.id), .init("level", \.level), .init("statement", \.statement), .init("source", \.source),
        .init("dependsOn", formerly: "restsOn", \.dependsOn), .init("profile", \.profile),
    ]
}

extension ReportSnapshot.Clause: SnapshotRecord {
    static let fields: [SnapshotField<Self>] = [
        .init("id", \.id, isRequired: true),
        .init("rule", \.rule, isRequired: true),
        .init("operation", \.operation, isRequired: true),
        .init("variant", \.variant),
        .init("verdict", written: { .string($0.verdict.name) }) { json, clause in
            guard let kind = json["verdict"].flatMap(Verdict.Kind.init(json:)),
                let verdict = Verdict(kind, reason: json["reason"].flatMap(String.init(json:)))
            else { return false }
            clause.verdict = verdict
            return true
        },
        .init("reason", written: { .text($0.verdict.reason) }),
        .init("knownReason", \.knownReason),
        .init("findings", \.findings),
        .init("notes", \.notes),
        .init("outcomes", \.outcomes),
        .init("attribution", \.attribution),
        .init("took", \.duration),
        .init("exchanges", \.exchanges),
        .init("waits", \.waits),
        .init("timeline", \.timeline),
        .init("again", \.rerunCommand),
    ]
}

extension ReportSnapshot.ExchangeSummary: SnapshotRecord {
    static let fields: [SnapshotField<Self>] = [
        .init("at", \.at), .init("end", \.end), .init("connection", \.connection), .init("status", \.status),
        .init("resent", \.isResent), .init("line", \.line),
    ]
}

extension CaseAssertions.Wait: SnapshotRecord {
    init() { self.init(.zero) }

    static let fields: [SnapshotField<Self>] = [
        .init("gap", \.gap, isRequired: true), .init("least", \.least), .init("most", \.most),
        .init("isRight", \.isWithinBounds),
    ]
}

extension Plan.NotApplicable: SnapshotRecord {
    init() { self.init(rule: "", operation: "", reason: "") }

    static let fields: [SnapshotField<Self>] = [
        .init("rule", \.rule), .init("operation", \.operation), .init("reason", \.reason),
    ]
}

extension ReportSnapshot.Map: SnapshotRecord {
    static let fields: [SnapshotField<Self>] = [
        .init("operation", \.operation), .init("families", \.families), .init("fields", \.rows),
    ]
}

extension ReportSnapshot.MapRow: SnapshotRecord {
    static let fields: [SnapshotField<Self>] = [
        .init("field", \.field), .init("kind", \.kind), .init("isRequired", \.isRequired),
        .init("changes", \.changes),
    ]
}

extension ReportSnapshot.MapChange: SnapshotRecord {
    static let fields: [SnapshotField<Self>] = [
        .init("mutation", \.mutation), .init("family", \.family, isRequired: true),
        .init("effect", \.effect, isRequired: true), .init("detail", \.detail), .init("clause", \.clause),
    ]
}

extension Verdict.Kind: SnapshotValue {}
extension Plan.Profile: SnapshotValue {}
extension Mutation.Family: SnapshotValue {}
extension MutationEffect.Kind: SnapshotValue {}

import Rehearsal
import RehearsalContracts
import RehearsalPlatform
import RehearsalServer
import RehearsalVerify

/// What the options say is known to fail.
struct KnownLists: Sendable {
    let cases: KnownCases
    private let today: CivilDate

    /// Reads the lists.
    init(_ options: VerifyOptions) throws(UsageError) {
        var cases = KnownCases()
        for (kind, text) in options.known {
            if text.hasPrefix("@") {
                cases.lines += try Self.read(String(text.dropFirst()), kind).lines
            } else {
                cases.lines.append(KnownCase(text, kind, at: "--known-\(kind.rawValue)"))
            }
        }
        self.cases = cases
        today = CivilDate(daysSince1970: Int(SystemClock.wallMilliseconds() / 86_400_000))
    }

    private static func read(_ path: String, _ kind: KnownCase.Kind) throws(UsageError) -> KnownCases {
        let text = String(decoding: try InputFile.bytes(path), as: UTF8.self)
        do throws(KnownCases.SyntaxError) {
            return try KnownCases(reading: text, kind, from: path)
        } catch {
            throw UsageError(error.description.printable)
        }
    }

    /// What a list may be for: more rules perhaps than are tried this time.
    static func ids(of plan: Plan) -> [String] {
        let ids = plan.ids
        return ids + Set(Plan(plan.declaration, profile: .extended).ids).subtracting(ids).sorted()
    }

    /// - Throws: ``UsageError`` for a line that means nothing; when the list is written anew, such lines only go.
    func check(among ids: [String], isRewriting: Bool) throws(UsageError) {
        let idle = cases.idle(among: ids).filter { $0.kind == .flaky || !isRewriting }
        guard let first = idle.first else { return }
        throw UsageError(
            "\(first.place): \("\(first.pattern)".quoted) means no clause of this client",
            hint: first.pattern.hint(among: ids) ?? "rehearsal verify --list shows them"
        )
    }

    /// Takes what is known into account, and writes it anew if that is asked for.
    ///
    /// - Returns: the text of the list to be written.
    func settle(_ report: inout ContractReport, _ options: VerifyOptions, among ids: [String]) -> String? {
        for line in cases.expired(on: today) {
            let problem = "\(line.place): \(line.pattern) was to be mended by now; mend it, or give it another day"
            if options.enforcesExpiry { report.errors.append(problem) } else { report.warnings.append(problem) }
        }
        guard options.knownFailing != nil else {
            cases.settle(&report)
            return nil
        }
        KnownCases(cases.lines.filter { $0.kind == .flaky }).settle(&report)
        let rewritten = cases.rewritten(for: report, among: ids)
        rewritten.settle(&report)
        return """
            # What \(report.subject.printable) is known to fail. A line is a pattern, a last day if there is one
            # (expires: 2026-12-31), and the reason. Take a line out when its clause passes: until then, that is an error.
            # rehearsal verify --known-failing @FILE reads this.

            \(rewritten.text)
            """
    }
}

/// A file that the command line names.
enum InputFile {
    private static let most = 64 << 20

    static func bytes(_ path: String) throws(UsageError) -> [UInt8] {
        do throws(FileSystem.Failure) {
            return try FileSystem.read(path, limit: most)
        } catch {
            throw UsageError("\(path.quoted) cannot be read: \(reason(error))")
        }
    }

    static func json(_ path: String) throws(UsageError) -> JSON {
        let bytes = try bytes(path)
        do throws(JSONSyntaxError) {
            return try JSON(parsing: bytes)
        } catch {
            throw UsageError("\(path.quoted) is \(error)")
        }
    }

    private static func reason(_ failure: FileSystem.Failure) -> String {
        switch failure {
        case .missing: "there is no such file"
        case .isFolder: "it is a folder"
        case .isNoFile: "it is no plain file"
        case .tooLarge(let bytes): "it has \(bytes) bytes, and \(most) is the most"
        case .system(let reason): reason
        }
    }
}

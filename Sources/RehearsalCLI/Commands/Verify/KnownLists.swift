import Rehearsal
import RehearsalContracts
import RehearsalPlatform
import RehearsalServer
import RehearsalVerify

/// The known failing and known flaky cases that the options name, as patterns or in files.
struct KnownCaseLists: Sendable {
    let cases: KnownFailureList
    private let today: CivilDate

    /// Reads the patterns and the files of the options.
    init(_ options: VerifyOptions) throws(UsageError) {
        var cases = KnownFailureList()
        for (kind, text) in options.known {
            if text.hasPrefix("@") {
                cases.entries += try Self.read(String(text.dropFirst()), kind).entries
            } else {
                cases.entries.append(KnownFailure(text, kind, at: "--known-\(kind.rawValue)"))
            }
        }
        self.cases = cases
        today = CivilDate(daysSince1970: Int(SystemClock.wallMilliseconds() / 86_400_000))
    }

    private static func read(_ path: String, _ kind: KnownFailure.Kind) throws(UsageError) -> KnownFailureList {
        let text = String(decoding: try InputFile.bytes(path), as: UTF8.self)
        do throws(KnownFailureList.SyntaxError) {
            return try KnownFailureList(reading: text, kind, from: path)
        } catch {
            throw UsageError(error.description.printable)
        }
    }

    /// Returns the IDs that a line of a list may match, including those of rules outside the profile of this run.
    static func ids(of plan: Plan) -> [String] {
        let ids = plan.ids
        return ids + Set(Plan(plan.declaration, profile: .strict).ids).subtracting(ids).sorted()
    }

    /// Checks that every line matches a clause. A list of known failures that is rewritten may have other lines, which
    /// are removed.
    ///
    /// - Throws: ``UsageError`` for the first line that matches no clause.
    func check(among ids: [String], isRewriting: Bool) throws(UsageError) {
        let unmatched = cases.unmatched(among: ids).filter { $0.kind == .flaky || !isRewriting }
        guard let first = unmatched.first else { return }
        throw UsageError(
            "\(first.place): \("\(first.pattern)".quoted) matches no clause of this client",
            hint: first.pattern.hint(among: ids) ?? "to list the clauses: rehearsal verify --list"
        )
    }

    /// Applies the lists to a report.
    ///
    /// - Returns: the text of the new list; nil if the options do not request one.
    func apply(_ report: inout ContractReport, _ options: VerifyOptions, among ids: [String]) -> String? {
        for line in cases.expired(on: today) {
            let problem = "\(line.place): \(line.pattern) has expired; fix the client, or change the date"
            if options.enforcesExpiry { report.errors.append(problem) } else { report.warnings.append(problem) }
        }
        guard options.newListPath != nil else {
            cases.apply(&report)
            return nil
        }
        KnownFailureList(cases.entries.filter { $0.kind == .flaky }).apply(&report)
        let rewritten = cases.rewritten(for: report, among: ids)
        rewritten.apply(&report)
        return """
            # Clauses that \(report.subject.printable) is known to fail. Each line has a pattern, an optional last day
            # (expires: 2026-12-31), and the reason. Remove a line when its clause passes; a passing clause is an error.
            # Use this list with: rehearsal verify --known-failing @FILE

            \(rewritten.text)
            """
    }
}

/// A reader of the files that the command line names.
enum InputFile {
    private static let sizeLimit = 64 << 20

    static func bytes(_ path: String) throws(UsageError) -> [UInt8] {
        do throws(FileSystem.Failure) {
            return try FileSystem.read(path, limit: sizeLimit)
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
        case .missing: "it does not exist"
        case .isFolder: "it is a folder"
        case .notRegularFile: "it is not a regular file"
        case .tooLarge(let bytes): "it has \(bytes) bytes, more than the limit of \(sizeLimit)"
        case .system(let reason): reason
        }
    }
}

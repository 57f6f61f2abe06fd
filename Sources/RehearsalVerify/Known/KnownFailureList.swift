package import Rehearsal
package import RehearsalContracts

/// The clauses that are known to fail, so that a run succeeds if only these fail.
package struct KnownFailureList: Sendable {
    /// The entries of the list.
    package var entries: [KnownFailure]

    package init(_ lines: [KnownFailure] = []) { self.entries = lines }

    /// Returns the entries that match none of these IDs of clauses.
    package func unmatched(among ids: [String]) -> [KnownFailure] {
        entries.filter { line in !ids.contains(where: line.pattern.matches) }
    }

    /// Returns the entries that have expired.
    package func expired(on today: CivilDate) -> [KnownFailure] { entries.filter { $0.isExpired(on: today) } }

    /// Sets the verdicts of listed failures to `knownFailure` or `flaky`.
    ///
    /// It adds an error to the report for each clause that passes although it is listed as failing.
    package func apply(_ report: inout ContractReport) {
        for index in report.results.indices {
            let id = report.results[index].id
            let known = entries.filter { $0.pattern.matches(id) }
            guard let line = known.first(where: { $0.kind == .failing }) ?? known.first else { continue }
            switch (report.results[index].verdict, line.kind) {
            case (.fail, .failing): report.results[index].verdict = .knownFailure
            case (.fail, .flaky): report.results[index].verdict = .flaky
            case (.pass, .failing):
                report.errors.append("\(id) passes, but is listed as a known failure: remove it (\(line.place))")
            default: continue
            }
            if !line.reason.isEmpty { report.results[index].knownFailureReason = line.reason }
        }
    }

    /// An error in the syntax of a list.
    package struct SyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// Creates a list from a text with one entry per line: `RETRY-02/getUser/503 expires: 2026-12-31 the reason`.
    ///
    /// The date and the reason are optional. A pattern with spaces is in quotes, and a comment begins with `#`.
    package init(reading text: String, _ kind: KnownFailure.Kind, from path: String) throws(SyntaxError) {
        self.init()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let place = "\(path):\(index + 1)"
            var rest = line.withoutSpaces
            guard let first = rest.first, first != "#" else { continue }
            let pattern = try Self.pattern(&rest, place)
            var expires: CivilDate?
            if rest.hasPrefix(Self.expiryKey) {
                rest = rest.dropFirst(Self.expiryKey.count).withoutSpaces
                expires = try Self.date(&rest, place)
            }
            entries.append(KnownFailure(pattern, kind, reason: String(rest), expires: expires, at: place))
        }
    }

    /// The list as text, in the syntax of ``init(reading:_:from:)``.
    package var text: String {
        entries.map { line in
            let parts = [
                "\(line.pattern)".quotedIfNeeded, line.expires.map { "\(Self.expiryKey) \($0.text)" }, line.reason,
            ]
            return parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ") + "\n"
        }.joined()
    }

    private static let expiryKey = "expires:"

    private static func pattern(_ rest: inout Substring, _ location: String) throws(SyntaxError) -> String {
        var pattern = ""
        if rest.first == "\"" {
            rest.removeFirst()
            while let next = rest.popFirst(), next != "\"" {
                pattern.append(next == "\\" ? rest.popFirst() ?? next : next)
                if rest.isEmpty { throw SyntaxError(description: "\(location): the closing quotation mark is missing") }
            }
        } else {
            pattern = String(rest.prefix { !$0.isWhitespace })
            rest = rest.dropFirst(pattern.count)
        }
        rest = rest.withoutSpaces
        return pattern
    }

    private static func date(_ rest: inout Substring, _ location: String) throws(SyntaxError) -> CivilDate {
        let text = rest.prefix { !$0.isWhitespace }
        rest = rest.dropFirst(text.count).withoutSpaces
        let numbers = text.split(separator: "-").compactMap { Int($0) }
        if text.utf8.count == 10, numbers.count == 3, (1...12).contains(numbers[1]) {
            let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
            if CivilDate(daysSince1970: date.daysSince1970) == date { return date }
        }
        throw SyntaxError(description: "\(location): expires: expected a date such as 2026-12-31, found \"\(text)\"")
    }

    /// Returns the known failures after a run: the entries that still apply, and the new failures with a finding each.
    ///
    /// An entry still applies to clauses that failed, were not run or are inconclusive: a run may select only a part of
    /// the clauses. If some clauses of an entry pass, an entry for each other clause replaces it, with date and reason.
    ///
    /// - Parameter ids: the IDs of all clauses of the client; an entry that matches none of them is removed.
    package func rewritten(for report: ContractReport, among ids: [String]) -> KnownFailureList {
        let passed = Set(report.results.filter { $0.verdict == .pass }.map(\.id))
        var entries = entries.filter { $0.kind == .failing }.flatMap { $0.without(passed, of: ids) }
        for result in report.results where [.fail, .knownFailure].contains(result.verdict) {
            guard !entries.contains(where: { $0.pattern.matches(result.id) }) else { continue }
            let reason = result.findings.first.map {
                report.redaction.text($0).split(whereSeparator: \.isNewline).joined(separator: " ")
            }
            entries.append(KnownFailure(result.id, reason: reason ?? "", at: result.id))
        }
        return KnownFailureList(entries)
    }
}

extension KnownFailure {
    /// Returns the entry if none of its clauses passed, otherwise an entry for each clause that did not pass.
    fileprivate func without(_ passed: Set<String>, of ids: [String]) -> [KnownFailure] {
        let matching = ids.filter(pattern.matches)
        let others = matching.filter { !passed.contains($0) }
        if others.count == matching.count { return matching.isEmpty ? [] : [self] }
        return others.map { KnownFailure($0, kind, reason: reason, expires: expires, at: place) }
    }
}

extension Substring {
    fileprivate var withoutSpaces: Substring { trimming(\.isWhitespace) }
}

extension String {
    fileprivate var quotedIfNeeded: String {
        guard contains(where: { $0.isWhitespace || $0 == "\"" || $0 == "\\" }) || hasPrefix("#") else { return self }
        return "\"" + flatMap { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" } + "\""
    }
}

extension CivilDate {
    fileprivate var text: String {
        "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
    }
}

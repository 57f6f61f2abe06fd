package import Rehearsal
package import RehearsalContracts

/// A list of clauses that are known to fail, so that the other clauses of a client can be enforced.
package struct KnownCases: Sendable {
    package var lines: [KnownCase]

    package init(_ lines: [KnownCase] = []) { self.lines = lines }

    /// Returns the entries that match none of these clauses.
    package func idle(among ids: [String]) -> [KnownCase] {
        lines.filter { line in !ids.contains(where: line.pattern.matches) }
    }

    /// Returns the entries whose last day has passed.
    package func expired(on today: CivilDate) -> [KnownCase] { lines.filter { $0.isExpired(on: today) } }

    /// Replaces failures by known ones in a report, and adds an error for each known failure that passes.
    package func settle(_ report: inout ContractReport) {
        for index in report.results.indices {
            let id = report.results[index].id
            let known = lines.filter { $0.pattern.matches(id) }
            guard let line = known.first(where: { $0.kind == .failing }) ?? known.first else { continue }
            switch (report.results[index].verdict, line.kind) {
            case (.fail, .failing): report.results[index].verdict = .knownFailure
            case (.fail, .flaky): report.results[index].verdict = .flaky
            case (.pass, .failing):
                report.errors.append("\(id) passes, but is listed as a known failure: remove it (\(line.place))")
            default: continue
            }
            if !line.reason.isEmpty { report.results[index].knownReason = line.reason }
        }
    }

    /// An error in the syntax of a list.
    package struct SyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// Reads a list from a file with one entry a line: `RETRY-02/getUser/503 expires: 2026-12-31 why it is so`.
    ///
    /// The day and the reason are optional. Patterns with spaces are quoted; lines that begin with `#` are comments.
    package init(reading text: String, _ kind: KnownCase.Kind, from path: String) throws(SyntaxError) {
        self.init()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let place = "\(path):\(index + 1)"
            var rest = line.withoutSpaces
            guard let first = rest.first, first != "#" else { continue }
            let pattern = try Self.pattern(&rest, place)
            var expires: CivilDate?
            if rest.hasPrefix(Self.day) {
                rest = rest.dropFirst(Self.day.count).withoutSpaces
                expires = try Self.date(&rest, place)
            }
            lines.append(KnownCase(pattern, kind, reason: String(rest), expires: expires, at: place))
        }
    }

    /// The list in the syntax of a file.
    package var text: String {
        lines.map { line in
            let words = [
                "\(line.pattern)".quotedIfNeeded, line.expires.map { "\(Self.day) \($0.written)" }, line.reason,
            ]
            return words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ") + "\n"
        }.joined()
    }

    private static let day = "expires:"

    private static func pattern(_ rest: inout Substring, _ place: String) throws(SyntaxError) -> String {
        var pattern = ""
        if rest.first == "\"" {
            rest.removeFirst()
            while let next = rest.popFirst(), next != "\"" {
                pattern.append(next == "\\" ? rest.popFirst() ?? next : next)
                if rest.isEmpty { throw SyntaxError(description: "\(place): the closing quotation mark is missing") }
            }
        } else {
            pattern = String(rest.prefix { !$0.isWhitespace })
            rest = rest.dropFirst(pattern.count)
        }
        rest = rest.withoutSpaces
        return pattern
    }

    private static func date(_ rest: inout Substring, _ place: String) throws(SyntaxError) -> CivilDate {
        let text = rest.prefix { !$0.isWhitespace }
        rest = rest.dropFirst(text.count).withoutSpaces
        let numbers = text.split(separator: "-").compactMap { Int($0) }
        if text.utf8.count == 10, numbers.count == 3, (1...12).contains(numbers[1]) {
            let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
            if CivilDate(daysSince1970: date.daysSince1970) == date { return date }
        }
        throw SyntaxError(description: "\(place): expires: expected a date such as 2026-12-31, found \"\(text)\"")
    }

    /// Returns the current known failures: the entries that still apply, and new failures with their first finding.
    ///
    /// An entry stays if its clauses were not run or are inconclusive, because a run may select a part of the clauses.
    /// If some of its clauses pass, it stays for the others, with its day and its reason.
    ///
    /// - Parameter ids: all clauses of the client; an entry that matches none of them is removed.
    package func rewritten(for report: ContractReport, among ids: [String]) -> KnownCases {
        let passed = Set(report.results.filter { $0.verdict == .pass }.map(\.id))
        var kept = lines.filter { $0.kind == .failing }.flatMap { $0.without(passed, of: ids) }
        for result in report.results where [.fail, .knownFailure].contains(result.verdict) {
            guard !kept.contains(where: { $0.pattern.matches(result.id) }) else { continue }
            let reason = result.findings.first.map {
                report.redaction.text($0).split(whereSeparator: \.isNewline).joined(separator: " ")
            }
            kept.append(KnownCase(result.id, reason: reason ?? "", at: result.id))
        }
        return KnownCases(kept)
    }
}

extension KnownCase {
    /// Returns the entries for the clauses that have not passed.
    fileprivate func without(_ passed: Set<String>, of ids: [String]) -> [KnownCase] {
        let meant = ids.filter(pattern.matches)
        let others = meant.filter { !passed.contains($0) }
        if others.count == meant.count { return meant.isEmpty ? [] : [self] }
        return others.map { KnownCase($0, kind, reason: reason, expires: expires, at: place) }
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
    fileprivate var written: String {
        "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
    }
}

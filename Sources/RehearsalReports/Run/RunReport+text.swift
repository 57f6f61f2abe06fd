import Rehearsal
import RehearsalDocuments

extension RunReport {
    /// `held: 3 of 3 expectations, 3 requests, command exited with 0 (2.1 s)`.
    ///
    /// The first number counts what the first word says.
    package var verdict: String {
        let all = judgement.items.count
        let met = judgement.items.count(where: \.isMet)
        let count = outcome == .failed ? all - met : met
        let label = outcome == .notJudged ? "could not be judged" : outcome.rawValue
        return "\(label): \(count) of \(Self.count(all, "expectation")), \(Self.count(requests, "request")), "
            + "\(end) (\(duration.shownInTenths))"
    }

    /// The verdict on one line, then what is wrong with the command, then each finding with the requests that show it.
    package var lines: [String] {
        let findings = judgement.findings.map { $0.text(since: judgement.startedAt, judgement.redaction) }
        return ([verdict] + troubles.map { "error: \($0)" } + findings)
            .flatMap { $0.split(separator: "\n") }.map { String($0).printable }
    }

    /// What went wrong besides expectations.
    package var troubles: [String] { [commandFailure, forgetfulness].compactMap { $0 } }

    /// What the journal has forgotten and what to do about it, in one line; nil if it has everything.
    package var forgetfulness: String? {
        guard judgement.forgotten > 0 else { return nil }
        return "the journal forgot \(Self.count(judgement.forgotten, "exchange")), so what did not happen cannot be "
            + "told from what is forgotten; give it more room, as with --journal-size 512MB"
    }

    private var end: String {
        let command = commandEnd.map { "command \($0)" } ?? "command did not end"
        switch ending {
        case .command: return command
        case .met: return "then \(command)"
        case .timeout(let time): return "timed out after \(time.shown)"
        case .interrupted(let signal): return "interrupted by \(signal), \(command)"
        }
    }

    package static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}

extension Duration {
    /// `2.1 s`.
    fileprivate var shownInTenths: String {
        let tenths = max(0, nanoseconds) / 100_000_000
        return "\(tenths / 10).\(tenths % 10) s"
    }
}

import Rehearsal

/// What came of waiting, as a person reads it.
struct WaitOutcome: Sendable {
    private let answer: JSON
    private let awaited: AwaitedExpectations
    private let limit: Duration

    init(_ answer: JSON, _ awaited: AwaitedExpectations, _ limit: Duration) {
        (self.answer, self.awaited, self.limit) = (answer, awaited, limit)
    }

    var isMet: Bool { answer["met"]?.isTrue ?? false }

    func text(_ style: Style) -> String {
        let names = awaited.names.joined(separator: ", ").printable
        if isMet { return style.green("held:") + " " + names }
        let first = style.red("failed:") + " \(names), waited for \(limit.shown)"
        return ([first] + findings(style)).joined(separator: "\n")
    }

    private func findings(_ style: Style) -> [String] {
        (answer["findings"]?.elements ?? []).flatMap { finding in
            let place = place(of: finding).map { "\($0.printable): " } ?? ""
            let message = (finding.text("message") ?? "").split(separator: "\n").map { String($0).printable }
            let requests = (finding["requests"]?.elements ?? []).compactMap { $0.text?.printable }
            return ["  \(place)\(message.joined(separator: "\n  "))"] + requests.map { style.dim("    \($0)") }
        }
    }

    /// Where it was asked for, if that is a file that somebody knows.
    private func place(of finding: JSON) -> String? {
        finding.text("place").flatMap { $0.hasPrefix("expect:") ? nil : $0 }
    }
}

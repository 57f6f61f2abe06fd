/// An action for one request, or for several in a row, as schedule files and reports list it: `503`, `503 × 3`.
package struct ActionRun: Sendable, Hashable, CustomStringConvertible {
    package let action: ScheduleAction
    /// The number of requests, at least 1.
    package let count: Int

    /// Returns actions as a list in which equal ones in a row are one element.
    package static func runs(of actions: [ScheduleAction]) -> [ActionRun] {
        actions.reduce(into: []) { runs, action in
            let count = runs.last.map { $0.action == action ? $0.count : 0 } ?? 0
            if count > 0 { runs.removeLast() }
            runs.append(ActionRun(action: action, count: count + 1))
        }
    }

    package var description: String { count == 1 ? "\(action)" : "\(action) \(Self.sign) \(count)" }

    /// Creates the run that a text describes; nil for any other text. `503 x 3` is the same as `503 × 3`.
    package init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let isRepeated = words.count > 2 && Self.signs.contains(String(words[words.count - 2]))
        guard let action = ScheduleAction(words.dropLast(isRepeated ? 2 : 0).joined(separator: " ")) else { return nil }
        let count = isRepeated ? words.last.flatMap { Int($0) } : 1
        guard let count, 1...ScheduleFile.limits.actions ~= count else { return nil }
        (self.action, self.count) = (action, count)
    }

    private init(action: ScheduleAction, count: Int) { (self.action, self.count) = (action, count) }

    private static let sign = "×"
    static let signs = [sign, "x"]
}

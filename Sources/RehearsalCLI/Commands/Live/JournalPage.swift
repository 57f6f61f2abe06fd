import Rehearsal

/// The lines of a journal as `serve` shows them, made from those that the control port sends.
struct JournalPage {
    /// Whether the instants are of this machine's clock.
    let isHere: Bool
    let style: Style
    private let wall = WallClock()
    /// The first instant, from which time is counted where the clock is another machine's.
    private var start: Int64?

    init(isHere: Bool, style: Style) {
        (self.isHere, self.style) = (isHere, style)
    }

    /// A line with its end; nothing for what is no line of a journal.
    mutating func text(_ line: [UInt8]) -> String {
        guard let json = try? JSON(parsing: line) else { return "" }
        if let exchange = LoggedExchange(json) {
            let start = start ?? exchange.at
            self.start = start
            let (isHere, wall) = (isHere, wall)
            let line = LogLine(style: style) { instant in
                isHere ? wall.text(instant) : Duration.nanoseconds(instant - start).shownInSeconds
            }
            return line.text(exchange)
        }
        return note(json)
    }

    /// What stands between exchanges.
    private func note(_ json: JSON) -> String {
        let event = (json.text("event") ?? "").printable
        if event == "dropped" {
            return style.dim("… \(json.integer("exchanges") ?? 0) exchanges are not kept any more") + "\n"
        }
        if event == "play", let scenario = json.text("scenario") {
            return style.dim("— \(scenario.printable) plays from here on") + "\n"
        }
        let scenario = json.text("scenario").map { " \($0.printable)" } ?? ""
        return event.isEmpty ? "" : style.dim("— \(event)\(scenario)") + "\n"
    }
}

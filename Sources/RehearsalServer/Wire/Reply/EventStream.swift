import Rehearsal

/// The format of server-sent events (WHATWG HTML §9.2.5).
enum EventStream {
    static func bytes(_ event: Scenario.Body.Event) -> [UInt8] {
        var text = ""
        if let name = event.event { text += "event: \(name.oneLine)\n" }
        if let id = event.id { text += "id: \(id.oneLine)\n" }
        if let retry = event.retry { text += "retry: \(retry)\n" }
        for line in event.data.split(omittingEmptySubsequences: false, whereSeparator: \.endsLine) {
            text += "data: \(line)\n"
        }
        return Array((text + "\n").utf8)
    }
}

extension String {
    /// Up to the first line end: what follows it would be a field of its own.
    fileprivate var oneLine: Substring { prefix { !$0.endsLine } }
}

extension Character {
    /// Other characters that end a line elsewhere are data in a stream of events.
    fileprivate var endsLine: Bool { self == "\n" || self == "\r" || self == "\r\n" }
}

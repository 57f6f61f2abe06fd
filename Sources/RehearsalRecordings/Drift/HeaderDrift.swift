import Rehearsal
import RehearsalRedaction

/// What has changed in the headers of answers to one request.
struct HeaderDrift {
    let recorded: [DriftAnswer]
    let answers: [DriftAnswer]
    let ignored: DriftIgnored

    init(_ recorded: [DriftAnswer], _ answers: [DriftAnswer], _ ignored: DriftIgnored) {
        (self.recorded, self.answers, self.ignored) = (recorded, answers, ignored)
    }

    var changes: [DriftChange] {
        let redaction = SessionRedaction.made()
        return found.map { change in
            // Of a cookie nothing but its name is known here.
            if change.place.contains(" ") { return change }
            var change = change
            change.was = change.was.map { redaction.header(name: change.place, value: $0) }
            change.now = change.now.map { redaction.header(name: change.place, value: $0) }
            return change
        }
    }

    private var found: [DriftChange] {
        let before = recorded.map { Self.values(of: $0) }
        let now = answers.map { Self.values(of: $0) }
        guard let first = now.first else { return [] }
        let names = Set(before.flatMap(\.keys)).union(first.keys).sorted()
        return names.compactMap { name in
            guard name != "content-type", !ignored.ignores(header: name) else { return nil }
            return change(of: name, before.map { $0[name] }, now.map { $0[name] })
        }
    }

    private func change(of name: String, _ before: [String?], _ now: [String?]) -> DriftChange? {
        let shown = Self.shown(name)
        guard let value = now[0] else {
            guard now.allSatisfy({ $0 == nil }), let was = before.last ?? nil, before.allSatisfy({ $0 != nil }) else {
                return nil
            }
            return DriftChange(.headerRemoved, shown, was: was)
        }
        guard before.contains(where: { $0 != nil }) else {
            guard now.allSatisfy({ $0 != nil }) else { return nil }
            return DriftChange(.headerAdded, shown, now: value)
        }
        // Another one each time, whether in the recording or just now.
        guard Set(before).count == 1, Set(now).count == 1, let was = before[0], was != value else { return nil }
        if Placeholder.covers(Array(was.utf8), Array(value.utf8)) { return nil }
        return DriftChange(.headerChanged, shown, was: was, now: value)
    }

    /// Values by their lower-case names; of cookies their names alone count, because each client has others.
    private static func values(of answer: DriftAnswer) -> [String: String] {
        var values: [String: String] = [:]
        for field in answer.headers.fields {
            guard let value = field.value else { continue }
            let name = field.name.lowercased()
            if name == "set-cookie" {
                let cookie = value.prefix { $0 != "=" && $0 != ";" }
                values["set-cookie \(cookie)"] = "set"
            } else {
                values[name] = values[name].map { "\($0), \(value)" } ?? value
            }
        }
        return values
    }

    /// As headers are written: `X-Page-Count`.
    private static func shown(_ name: String) -> String {
        name.split(separator: "-", omittingEmptySubsequences: false)
            .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-")
    }
}

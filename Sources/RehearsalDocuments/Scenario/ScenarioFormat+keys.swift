import Rehearsal

extension ScenarioFormat {
    /// Every key there is, once.
    package static var keys: [String] {
        var known: Set<String> = []
        return all.flatMap(\.names).filter { known.insert($0).inserted }
    }

    /// What a key is for, wherever it may stand; nil for one that is nowhere.
    package static func explanation(ofKey name: String) -> String? {
        var lines: [String] = []
        var topics: [String] = []
        for keys in all where keys.names.contains(name) {
            let purpose = purposes(in: keys).first { $0.name == name }?.purpose
            lines.append("\(name.quoted) in \(keys.what): \(purpose ?? "part of the format, but not played yet")")
            if !topics.contains(keys.topic) { topics.append(keys.topic) }
        }
        guard !lines.isEmpty else { return nil }
        return (lines + topics.map { "  see: rehearsal lint --explain \($0)" }).joined(separator: "\n")
    }

    /// The keys of an object, each with what it is for.
    static func purposes(in keys: KnownKeys) -> [(name: String, purpose: String)] {
        let definition = ScenarioSchema.definitions.first { $0.keys?.what == keys.what }
        let fields = definition.map { ScenarioSchema.objects(of: $0.shape).flatMap(\.fields) } ?? []
        return keys.names.compactMap { name in
            fields.first { $0.name == name }.map { (name, $0.purpose) }
        }
    }

    /// All of the format: every object with its keys, topic by topic.
    package static var overview: String {
        let objects = topics.map { topic in
            let parts = all.filter { $0.topic == topic }.map(listing)
            let notes = notes(on: topic)
            let example = examples[topic].map { ["for example: \($0)"] } ?? []
            return ([title(topic)] + parts + (notes.isEmpty ? [] : [notes]) + example).joined(separator: "\n\n")
        }
        return ([introduction] + objects).joined(separator: "\n\n")
    }

    private static func title(_ topic: String) -> String {
        "\(topic.uppercased())\n\(String(repeating: "-", count: topic.count))"
    }

    private static func listing(_ keys: KnownKeys) -> String {
        let rows = purposes(in: keys)
        let width = rows.map(\.name.count).max() ?? 0
        let lines = rows.map { row in
            "  " + row.name + String(repeating: " ", count: width - row.name.count + 2) + row.purpose
        }
        return (["\(keys.what) has:"] + lines).joined(separator: "\n")
    }

    private static let introduction = #"""
        A scenario is JSON with comments and trailing commas, in a file that ends in .jsonc or .json:

          {
            "scenario": "outage",
            "extends": "happy-path",             // answers what this document does not
            "endpoints": [
              { "get": "/api/v1/reservations",   // {name} and * take one segment, {name:int} digits, ** the rest
                "replies": [{ "status": 503, "times": 2 }, { "json": [] }] },
            ],
            "expect": [{ "get": "/api/v1/reservations", "count": 3 }],
          }

        Which endpoint answers: that of the upper document (this one before what it extends), then the higher "priority",
        then one with "when" before one without, then the more specific path, then the first in the document. An endpoint
        without "replies" lays its delay, fault, headers or hold over whatever answers below it.

        Replies come in turn, each as often as its "times" says (once, if more follow). After the last it goes on, or ends
        with 501 if it has "times" of its own; "afterLast" says otherwise.

        Durations are "300ms", "1s" or "2m", rates "20KB/s".

        To write one: rehearsal new NAME. To check it: rehearsal lint. To ask who answers: rehearsal explain. To have an
        editor help: rehearsal schema. One topic alone: rehearsal lint --explain reply
        """#
}

package import Rehearsal

/// A sequence of exchanges recorded from a real backend.
package struct Recording: Sendable {
    package var entries: [Entry]
    /// The absolute paths, without links, of the body files that were read.
    package var files: [String] = []

    package init(entries: [Entry] = []) { self.entries = entries }

    /// A recorded request, and the reply that a replay sends to it.
    package struct Entry: Sendable {
        /// The name of the entry in the recording (`_name`).
        package var name: String?
        package var method: Scenario.Method
        /// The path as written, with escapes.
        package var path: String
        /// The query as written, without the question mark.
        package var query: String?
        /// The origin in lower case, with a port only if the scheme does not imply it: `https://api.example.com`.
        package var origin: String
        /// The JSON document of the request; nil if it has none.
        package var requestBody: JSON?
        /// The fields of the request's form; nil if it has none.
        package var requestForm: [Scenario.Condition.QueryItem]?
        /// The preconditions and ranges of the request.
        var preconditions = RecordedPreconditions()
        /// The token of the request's `Authorization: Bearer …`.
        package var bearerToken: String?
        package var reply: Scenario.Reply
        /// The position of the entry: `Recordings/api.har:120`.
        package var place: String

        package init(
            name: String? = nil,
            method: Scenario.Method,
            path: String,
            query: String? = nil,
            origin: String,
            requestBody: JSON? = nil,
            requestForm: [Scenario.Condition.QueryItem]? = nil,
            reply: Scenario.Reply,
            place: String,
        ) {
            self.name = name
            self.method = method
            self.path = path
            self.query = query
            self.origin = origin
            self.requestBody = requestBody
            self.requestForm = requestForm
            self.reply = reply
            self.place = place
        }
    }

    /// The largest file that is read, 512 MiB.
    package static let sizeLimit = 512 << 20
}

extension Recording.Entry {
    /// The method, path and query that a request must have to match an entry.
    package struct Target: Hashable {
        package var method: Scenario.Method
        package var path: Scenario.PathPattern
        /// The parameters in a canonical order, because the order in a URL is not significant.
        package var query: [Scenario.Condition.QueryItem]
    }

    package var target: Target {
        // Placeholders match any value, so their numbers must not distinguish targets.
        let items = RecordedURL.items(of: query).map { item in
            Scenario.Condition.QueryItem(
                name: Placeholder.normalized(item.name),
                value: Placeholder.normalized(item.value)
            )
        }
        return Target(
            method: method,
            path: RecordedURL.pattern(for: path),
            query: items.sorted { left, right in
                left.name == right.name
                    ? left.value.lexicographicallyPrecedes(right.value)
                    : left.name.lexicographicallyPrecedes(right.name)
            }
        )
    }
}

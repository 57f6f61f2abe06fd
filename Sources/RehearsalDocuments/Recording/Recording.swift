package import Rehearsal

/// What a real backend answered: exchanges in the order in which they were recorded.
package struct Recording: Sendable {
    package var entries: [Entry]
    /// The files beside it that were read, as absolute paths without links.
    package var files: [String] = []

    package init(entries: [Entry] = []) { self.entries = entries }

    /// One request, and the reply to give when it comes again.
    package struct Entry: Sendable {
        /// What the recording calls it (`_name`).
        package var name: String?
        package var method: Scenario.Method
        /// As it was written, escapes included.
        package var path: String
        /// As it was written, without the question mark.
        package var query: String?
        /// `https://api.example.com`: in lower case, with a port only where the scheme does not imply it.
        package var origin: String
        /// The document that the request carried, if it carried JSON.
        package var requestBody: JSON?
        /// The fields of the form that the request carried, if it carried one.
        package var requestForm: [Scenario.Condition.QueryItem]?
        /// The conditions and parts that the request asked for.
        var terms = RecordedTerms()
        /// The token that the request was sent with as `Authorization: Bearer …`.
        package var bearerToken: String?
        package var reply: Scenario.Reply
        /// `Recordings/api.har:120`.
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

    /// The largest file that is read: 512 MiB.
    package static let sizeLimit = 512 << 20
}

extension Recording.Entry {
    /// What a request must show to be this one again, but for its body.
    package struct Target: Hashable {
        package var method: Scenario.Method
        package var path: Scenario.PathPattern
        /// In one order, so that the order in a URL does not matter.
        package var query: [Scenario.Condition.QueryItem]
    }

    package var target: Target {
        // Two placeholders stand for the same values, whatever their numbers are.
        let items = RecordedURL.items(of: query).map { item in
            Scenario.Condition.QueryItem(
                name: Placeholder.unnumbered(item.name),
                value: Placeholder.unnumbered(item.value)
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

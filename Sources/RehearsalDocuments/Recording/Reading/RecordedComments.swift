package import Rehearsal

/// What somebody has noted in an entry of a HAR, by what it is about (HAR 1.2, `comment`).
package struct RecordedComments: Sendable, Hashable {
    package var entry: String?
    package var request: String?
    package var requestBody: String?
    package var reply: String?
    package var replyBody: String?

    package init() {}

    package var all: [String] { [entry, request, requestBody, reply, replyBody].compactMap(\.self) }

    package func changed(by change: (String) -> String) -> RecordedComments {
        var comments = RecordedComments()
        (comments.entry, comments.request) = (entry.map(change), request.map(change))
        (comments.requestBody, comments.reply) = (requestBody.map(change), reply.map(change))
        comments.replyBody = replyBody.map(change)
        return comments
    }

    /// The member that holds one; none for none.
    package static func member(_ comment: String?) -> [JSON.Member] {
        comment.map { [JSON.Member("comment", .string($0))] } ?? []
    }
}

extension RecordedComments {
    /// The comments of an element of `entries`; one that is empty says nothing.
    package init(of entry: HARValue) {
        func text(_ value: HARValue?) -> String? {
            value?["comment"]?.node.string.flatMap { $0.isEmpty ? nil : $0 }
        }
        let (asked, answered) = (entry["request"], entry["response"])
        (self.entry, request, reply) = (text(entry), text(asked), text(answered))
        (requestBody, replyBody) = (text(asked?["postData"]), text(answered?["content"]))
    }
}

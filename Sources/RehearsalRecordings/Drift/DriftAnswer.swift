package import Rehearsal
package import RehearsalDocuments
package import RehearsalHTTP

/// What a backend answered, once when it was recorded and once more now: as much as can be compared.
package struct DriftAnswer: Sendable {
    package var status: Int
    package var headers: Scenario.Headers
    /// Without a content coding.
    package var body: [UInt8]

    package init(_ status: Int, headers: Scenario.Headers = [:], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// What was just answered, with its content coding taken off.
    package init(_ reply: RecordedExchange.Reply) {
        self.init(reply.status, headers: reply.headers, body: ContentCoding(reply.body, headers: reply.headers).bytes)
    }

    /// What was recorded, as if another backend had answered it: what leads to the recorded one leads to that.
    package init(_ exchange: InspectedExchange, from origin: String, to other: String) {
        var headers = exchange.headers
        for index in headers.fields.indices where origin != other {
            headers.fields[index].value = headers.fields[index].value?.replacing(origin, with: other)
        }
        self.init(exchange.status, headers: headers, body: exchange.body)
    }

    /// `application/json`; nil if nothing is said.
    package var mediaType: String? {
        headers["Content-Type"].map { type in
            String(type.prefix { $0 != ";" }).filter { !$0.isWhitespace }.lowercased()
        }
    }

    /// What the header says of the body.
    package var type: MediaType { MediaType(headers["Content-Type"] ?? "") }

    /// How the body is said to be written; nil if it is said to be no document. Without a word it may be JSON.
    package var form: DocumentForm? { headers["Content-Type"] == nil ? .json : DocumentForm(type) }
}

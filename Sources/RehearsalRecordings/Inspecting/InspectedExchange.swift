package import Rehearsal
package import RehearsalDocuments

/// An exchange of a recording for inspection, with the bytes of both messages.
package struct InspectedExchange: Sendable {
    /// The position in the file, from 1.
    package var number: Int
    package var name: String?
    package var method: String
    package var url: String
    package var requestHeaders: Scenario.Headers
    package var requestBody: [UInt8]
    /// The status code; 0 if there was no reply.
    package var status: Int
    package var reason: String
    package var headers: Scenario.Headers
    package var body: [UInt8]
    /// The failure instead of a reply, if it can be replayed.
    package var failure: RecordedExchange.Failure?
    /// The error that the recording states.
    package var error: String?
    /// The content coding that the body still has; nil if it was decoded.
    package var coding: String?
    package var isTruncated = false
    /// The date, which is the beginning of `startedDateTime`.
    package var day: String?
    package var comments = RecordedComments()
    /// The start in milliseconds since 1970; nil if the recording has only a date.
    package var startedAt: Int64?
    /// The duration in milliseconds.
    package var duration: Int64 = 0

    /// The path and query, such as `/users?page=2`.
    package var target: String {
        guard let parts = try? RecordedURL(url) else { return url }
        return parts.path + (parts.query.map { "?\($0)" } ?? "")
    }

    /// The media type without its parameters; empty if there is none.
    package var type: String {
        headers["Content-Type"].map { String($0.prefix { $0 != ";" }).filter { $0 != " " } } ?? ""
    }

    /// Notes on redaction, decoding and failures, which the two messages themselves do not contain.
    package var notes: [String] {
        var remarks: [String] = []
        if let failure {
            remarks.append(
                "\(failure.summary), played as \(failure.reply.faults.map(\.description).joined(separator: ", "))"
            )
        } else if status == 0 {
            remarks.append("no reply\(error.map { " (\($0))" } ?? ""): not played")
        }
        if let coding {
            remarks.append("body still has the content encoding \(coding)")
        } else if let removed = headers["Content-Encoding"], !body.isEmpty {
            remarks.append("content encoding (\(removed)) removed")
        }
        if let length = headers["Content-Length"], coding == nil, !body.isEmpty, length != String(body.count) {
            remarks.append("content length \(body.count), recorded as \(length)")
        }
        if isTruncated { remarks.append("cut off") }
        let texts = [url] + (requestHeaders.fields + headers.fields).compactMap(\.value)
        let secrets = Placeholder.numbers(
            in: Array(texts.joined(separator: "\n").utf8) + [0x0A] + requestBody + [0x0A] + body
        )
        if !secrets.isEmpty { remarks.append("\(secrets.count) redacted") }
        return remarks
    }

    /// The exchange for a new recording; nil if it has neither a valid reply nor a failure that can be replayed.
    package var recorded: RecordedExchange? {
        guard (try? RecordedURL(url)) != nil else { return nil }
        var headers = headers
        if coding == nil { headers.fields.removeAll { Scenario.Headers.isSameName($0.name, "Content-Encoding") } }
        let outcome: RecordedExchange.Result
        if let failure {
            outcome = .failure(failure, detail: error ?? failure.summary)
        } else if 200...999 ~= status {
            outcome = .reply(
                RecordedExchange.Reply(
                    status: status,
                    reason: reason,
                    headers: headers,
                    body: body,
                    isComplete: !isTruncated
                )
            )
        } else {
            return nil
        }
        var exchange = RecordedExchange(
            method: method,
            url: url,
            requestHeaders: requestHeaders,
            requestBody: requestBody,
            outcome: outcome,
            startedAt: startedAt ?? (day.flatMap(RecordedDate.seconds) ?? 0) * 1000,
            duration: .milliseconds(duration)
        )
        exchange.comments = comments
        return exchange
    }
}

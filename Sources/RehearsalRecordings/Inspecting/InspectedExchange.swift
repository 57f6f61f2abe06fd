package import Rehearsal
package import RehearsalDocuments

/// One exchange of a recording as it can be looked at: what was asked and what was answered, in the bytes of each.
package struct InspectedExchange: Sendable {
    /// From 1, in the order of the file.
    package var number: Int
    package var name: String?
    package var method: String
    package var url: String
    package var requestHeaders: Scenario.Headers
    package var requestBody: [UInt8]
    /// 0 where there was no reply.
    package var status: Int
    package var reason: String
    package var headers: Scenario.Headers
    package var body: [UInt8]
    /// Why there was no reply, where that can be played again.
    package var failure: RecordedExchange.Failure?
    /// What the recording says went wrong.
    package var error: String?
    /// What is still on the body.
    package var coding: String?
    package var isTruncated = false
    /// The beginning of `startedDateTime`: a date.
    package var day: String?
    package var comments = RecordedComments()
    /// Milliseconds since 1970, where it is written as exactly.
    package var moment: Int64?
    /// How long it took, in milliseconds.
    package var time: Int64 = 0

    /// `/users?page=2`: all but the origin.
    package var target: String {
        guard let parts = try? RecordedURL(url) else { return url }
        return parts.path + (parts.query.map { "?\($0)" } ?? "")
    }

    /// The media type without its parameters; empty if there is none.
    package var type: String {
        headers["Content-Type"].map { String($0.prefix { $0 != ";" }).filter { $0 != " " } } ?? ""
    }

    /// What a reader of the file should know, and would not see.
    package var remarks: [String] {
        var remarks: [String] = []
        if let failure {
            remarks.append(
                "\(failure.summary), played as \(failure.reply.faults.map(\.description).joined(separator: ", "))"
            )
        } else if status == 0 {
            remarks.append("no reply\(error.map { " (\($0))" } ?? ""): not played")
        }
        if let coding {
            remarks.append("content encoding (\(coding)) still on the body")
        } else if let removed = headers["Content-Encoding"], !body.isEmpty {
            remarks.append("content encoding (\(removed)) taken off")
        }
        if let length = headers["Content-Length"], coding == nil, !body.isEmpty, length != String(body.count) {
            remarks.append("content length \(body.count), \(length) when it was recorded")
        }
        if isTruncated { remarks.append("cut off") }
        let texts = [url] + (requestHeaders.fields + headers.fields).compactMap(\.value)
        let secrets = Placeholder.numbers(
            in: Array(texts.joined(separator: "\n").utf8) + [0x0A] + requestBody + [0x0A] + body
        )
        if !secrets.isEmpty { remarks.append("\(secrets.count) redacted") }
        return remarks
    }

    /// The exchange as it would have been recorded; nil for what no reply came to and nobody can play.
    package var recorded: RecordedExchange? {
        guard (try? RecordedURL(url)) != nil else { return nil }
        var headers = headers
        if coding == nil { headers.fields.removeAll { Scenario.Headers.isSameName($0.name, "Content-Encoding") } }
        let outcome: RecordedExchange.Outcome
        if let failure {
            outcome = .failure(failure, detail: error ?? failure.summary)
        } else if 200...999 ~= status {
            outcome = .reply(
                RecordedExchange.Reply(
                    status: status,
                    reason: reason,
                    headers: headers,
                    body: body,
                    isWhole: !isTruncated
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
            startedAt: moment ?? (day.flatMap(RecordedDate.seconds) ?? 0) * 1000,
            duration: .milliseconds(time)
        )
        exchange.comments = comments
        return exchange
    }
}

package import Rehearsal
import RehearsalHTTP

/// An exchange that can be replayed, read from an element of `entries`.
struct HAREntry {
    private(set) var entry: Recording.Entry

    /// Reads an element; nil, with a diagnostic, if it cannot be replayed.
    ///
    /// The diagnostic is a warning if the exchange failed (aborted, blocked, not HTTP), or an error in the HAR.
    init?(_ value: HARValue, isExact: Bool) {
        guard let object = value.expecting(.object) else { return nil }
        let request = object.required("request", .object)
        // Request and reply are both read before either is rejected, so that one run reports every error.
        let method = request.flatMap(Self.method)
        let url = request?.required("url", .string)
        let title = "\(object.path) (\(Self.title(method, url?.node.string)))"
        let parts: RecordedURL?
        do throws(RecordedURL.Invalid) {
            parts = try url.map(Self.parts)
        } catch {
            (url ?? object).warn(.badValue, "\(title) is skipped: \(error.reason)")
            return nil
        }
        let name = object.text("_name")
        let (body, form) = request.map(Self.requestBody) ?? (nil, nil)
        let reply = Self.reply(to: method, of: object, title: title, isExact: isExact)
        guard let method, let parts, let reply = reply.map({ object.reader.shiftingDates($0, of: object) }) else {
            return nil
        }
        entry = Recording.Entry(
            name: name,
            method: method,
            path: parts.path,
            query: parts.query,
            origin: parts.origin,
            requestBody: body,
            requestForm: form,
            reply: reply,
            place: "\(object.reader.source.path):\(object.reader.source.line(of: object.node.range.lowerBound))",
        )
        entry.bearerToken = request.flatMap { Self.bearerToken($0) }
        let recordedRequest = request.map { Scenario.Reply(headers: Scenario.Headers(Self.headers(of: $0))) }
        entry.preconditions = RecordedPreconditions(
            recordedRequest.map { object.reader.shiftingDates($0, of: object).headers.fields } ?? [],
            method: method
        )
    }

    /// Returns the header fields of a request. Invalid fields are ignored, because the replay does not send them.
    private static func headers(of request: HARValue) -> [Scenario.Headers.Field] {
        guard let headers = request["headers"], headers.node.kind == .array else { return [] }
        return headers.elements().compactMap { header in
            guard let name = header["name"]?.node.string, let value = header["value"]?.node.string else { return nil }
            return Scenario.Headers.Field(name, value)
        }
    }

    private static func bearerToken(_ request: HARValue) -> String? {
        let header = headers(of: request).first { $0.name.lowercased() == "authorization" }
        guard let value = header?.value, value.lowercased().hasPrefix("bearer ") else { return nil }
        let token = value.dropFirst(7).drop { $0 == " " }
        return token.isEmpty ? nil : String(token)
    }

    private static func method(_ request: HARValue) -> Scenario.Method? {
        guard let value = request.required("method", .string), let text = value.node.string else { return nil }
        guard RecordedHeaders.isValid(name: text), text != Scenario.Method.any.rawValue else {
            value.error(.badValue, "\(value.path) is \(text.quoted), which is not a valid method")
            return nil
        }
        return Scenario.Method(rawValue: text)
    }

    private static func reply(
        to method: Scenario.Method?,
        of entry: HARValue,
        title: String,
        isExact: Bool,
    ) -> Scenario.Reply? {
        guard let response = entry["response"] else {
            HARReply.reportMissingReply(entry, to: title, response: nil)
            return nil
        }
        return response.expecting(.object).flatMap {
            HARReply(response: $0, entry: entry, method: method, title: title, isExact: isExact).reply
        }
    }

    /// Returns a title for messages, without the query, which may hold a secret: `GET https://api.example.com/users`.
    private static func title(_ method: Scenario.Method?, _ url: String?) -> String {
        let text = url ?? "?"
        let location =
            (try? RecordedURL(text)).map { $0.origin + $0.path } ?? String(text.prefix { !"?#,".contains($0) })
        let displayed = location.unicodeScalars.prefix(120).map {
            $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : $0
        }
        return "\(method?.rawValue ?? "?") \(String(String.UnicodeScalarView(displayed)))"
    }

    /// Parses a URL, and rejects a path that is not a valid pattern, which would make the whole scenario invalid.
    private static func parts(_ url: HARValue) throws(RecordedURL.Invalid) -> RecordedURL {
        let parts = try RecordedURL(url.node.string ?? "")
        do {
            _ = try RecordedURL.pattern(for: parts.path).segments()
        } catch {
            throw RecordedURL.Invalid(reason: error.reason)
        }
        return parts
    }

    /// Returns the JSON document or the form of a request, if the media type is JSON or a form and the body is valid.
    private static func requestBody(_ request: HARValue) -> (JSON?, [Scenario.Condition.QueryItem]?) {
        guard let data = request.optional("postData", .object) else { return (nil, nil) }
        let type = MediaType(data.text("mimeType") ?? "")
        let isForm = type.name == "application/x-www-form-urlencoded"
        guard type.isJSON || isForm, let bytes = data.requestBytes() else { return (nil, nil) }
        if isForm { return (nil, RecordedURL.items(of: String(decoding: bytes, as: UTF8.self))) }
        return (try? JSON(parsing: bytes), nil)
    }
}

/// The comments in an entry of a HAR, by the object that they belong to (HAR 1.2, `comment`).
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

    /// Returns the member `comment`; an empty list if the comment is nil.
    package static func member(_ comment: String?) -> [JSON.Member] {
        comment.map { [JSON.Member("comment", .string($0))] } ?? []
    }
}

extension RecordedComments {
    /// Reads the comments of an element of `entries`; empty ones are ignored.
    package init(of entry: HARValue) {
        func text(_ value: HARValue?) -> String? {
            value?["comment"]?.node.string.flatMap { $0.isEmpty ? nil : $0 }
        }
        let (requestValue, responseValue) = (entry["request"], entry["response"])
        (self.entry, request, reply) = (text(entry), text(requestValue), text(responseValue))
        (requestBody, replyBody) = (text(requestValue?["postData"]), text(responseValue?["content"]))
    }
}

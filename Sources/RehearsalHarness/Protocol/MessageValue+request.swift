import Rehearsal

/// What of a message becomes a part of a request or of an answer: better refused at once than case by case.
extension MessageValue {
    /// The name of a method (RFC 9110 §9.1).
    func method() throws(MessageError) -> Scenario.Method {
        let text = try string()
        guard Self.isToken(text) else { throw wrong("the name of a method") }
        let method = Scenario.Method(rawValue: text)
        let upper = Scenario.Method(rawValue: text.uppercased())
        if method != upper, Self.methods.contains(upper) {
            doubt("the method \(text) is not \(upper), as methods are case-sensitive (RFC 9110 §9.1)")
        }
        return method
    }

    /// The path that is asked for, without a query.
    func path() throws(MessageError) -> String {
        let text = try string()
        guard text.hasPrefix("/") else { throw wrong("a path that begins with /") }
        guard !text.utf8.contains(UInt8(ascii: "?")) else {
            throw wrong("a path without its query, which may be anything")
        }
        do throws(Scenario.PathPattern.Malformed) {
            _ = try Scenario.PathPattern(text).segments()
        } catch {
            throw MessageError(place, error.reason)
        }
        return text
    }

    /// The name of a header field (RFC 9110 §5.1).
    func fieldName() throws(MessageError) -> String {
        let text = try string()
        guard Self.isToken(text) else { throw wrong("the name of a header field") }
        return text
    }

    /// Header fields that can be sent as they are.
    func sendableHeaders() throws(MessageError) -> Scenario.Headers {
        let headers = try Scenario.Headers(self)
        for field in headers.fields {
            guard Self.isToken(field.name), (field.value ?? "").utf8.allSatisfy(ByteClass.isFieldValue) else {
                throw wrong("header fields that fit in a line each")
            }
        }
        return headers
    }

    private static let methods: Set<Scenario.Method> = [.get, .head, .post, .put, .patch, .delete, .options]

    private static func isToken(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(ByteClass.isToken) }
}

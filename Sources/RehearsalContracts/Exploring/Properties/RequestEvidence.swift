import Rehearsal

extension History.Request {
    /// Whether the client was sent a complete reply with a success status, or with 304.
    var hasSucceeded: Bool {
        guard action.sendsReply, wasAnswered, let status else { return false }
        return 200..<300 ~= status || status == 304
    }

    /// The method and target, for messages: `GET /notes?page=2`.
    var line: String { "\(method) \(target)" }

    func isSameRequest(as other: History.Request) -> Bool {
        method == other.method && target == other.target && body == other.body
    }

    /// Whether the client received a reply that refuses the request, so that the same request is refused later too.
    var isRefused: Bool {
        guard wasAnswered, let status else { return false }
        return 400..<500 ~= status && ![408, 425, 429].contains(status)
    }
}

extension History {
    /// Whether a call did not end, so that its later effects are unknown.
    var hasUnfinishedCall: Bool { calls.contains { [.hang, .crash].contains($0.outcome.kind) } }

    /// Returns the document that the reply to a request confirms or contains; nil if the client received none.
    ///
    /// A 304 confirms the document with its entity tag, which an earlier reply contained (RFC 9110 §15.4.5).
    func document(repliedTo request: Request) -> JSON? {
        if let document = request.genuineDocument { return document }
        guard request.action.sendsReply, request.status == 304,
            let tag = request.replyHeaders["ETag"] ?? request.headers["If-None-Match"]
        else { return nil }
        return requests.last {
            $0.ordinal < request.ordinal && $0.target == request.target && $0.replyHeaders["ETag"] == tag
                && $0.genuineDocument != nil
        }?.genuineDocument
    }
}

extension ExploredContract {
    /// Returns the scalar values of a document as text. A number and a string of the same text are equal.
    static func leaves(of value: JSON) -> Set<String> { Set(ValueChange.leaves(of: value).map { text(of: $0.value) }) }

    /// Returns a scalar as text. The digits of a UUID are in lower case (RFC 9562 §4).
    static func text(of leaf: JSON) -> String {
        switch leaf {
        case .string(let text): text.isUUID ? text.lowercased() : text
        case .number(let number): decimal(number.text)
        default: String(decoding: leaf.bytes(), as: UTF8.self)
        }
    }

    /// Returns the text of a number without the zeros at the end of its fraction: `119` for `119.0`.
    private static func decimal(_ text: String) -> String {
        guard text.contains("."), !text.contains(where: { $0 == "e" || $0 == "E" }) else { return text }
        let digits = text.prefix(through: text.lastIndex { $0 != "0" } ?? text.startIndex)
        return String(digits.last == "." ? digits.dropLast() : digits)
    }

    /// Returns the path of the first value that was copied from a document, and that no known one contains.
    ///
    /// - Parameter copied: the members that the client copies; nil if they are not known, so that only texts are
    ///   compared that are probably copied.
    static func firstUnknownText(in value: JSON, knowing known: Set<String>, copied: CopiedMembers?) -> String? {
        ValueChange.leaves(of: value).first { path, leaf in
            let text = text(of: leaf)
            switch copied?.isCopied(path) {
            case false?: return false
            case true?: return leaf != .null && !known.contains(text)
            case nil: break
            }
            guard case .string = leaf else { return false }
            return text.isUnmistakable && !known.contains(text)
        }?.path
    }
}

extension String {
    /// Whether a value of this text is probably copied from a reply.
    ///
    /// A client may write numbers and dates in other forms.
    var isUnmistakable: Bool {
        utf8.count >= 6 && utf8.contains { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
            && Instant(self) == nil
    }

    /// Whether the text is a UUID.
    fileprivate var isUUID: Bool {
        let parts = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12]
            && parts.joined().allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 | 0x20 }
    }
}

extension [History.Request] {
    /// The requests in groups, each of which ends with its first success. A later request does not repeat a failure.
    var splitAfterSuccess: [[History.Request]] {
        reduce(into: [[]]) { groups, request in
            if groups[groups.count - 1].last?.hasSucceeded == true { groups.append([]) }
            groups[groups.count - 1].append(request)
        }
    }
}

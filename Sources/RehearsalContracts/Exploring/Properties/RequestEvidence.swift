import Rehearsal

extension History.Request {
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
    static func leaves(of value: JSON) -> Set<String> {
        Set(
            ValueChange.leaves(of: value).map { _, leaf in
                switch leaf {
                case .string(let text): text
                case .number(let number): number.text
                default: String(decoding: leaf.bytes(), as: UTF8.self)
                }
            }
        )
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
}

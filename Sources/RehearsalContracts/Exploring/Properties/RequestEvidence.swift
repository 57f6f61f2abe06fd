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
    static func leaves(of value: JSON) -> Set<String> { leaves(of: [value]) }

    /// Returns the scalar values of documents as text.
    static func leaves(of values: [JSON]) -> Set<String> {
        var (texts, rest) = (Set<String>(minimumCapacity: 32), values)
        while let value = rest.popLast() {
            switch value {
            case .object(let members): for member in members { rest.append(member.value) }
            case .array(let elements): rest += elements
            default: texts.insert(text(of: value))
            }
        }
        return texts
    }

    /// Returns a scalar as text. The digits of a UUID are in lower case (RFC 9562 §4).
    ///
    /// A number, and a string that is one, has no zeros at the end of its fraction: `119` for `119.0`.
    static func text(of leaf: JSON) -> String {
        switch leaf {
        case .string(let text) where text.isUUID: text.lowercased()
        case .string(let text): text.withoutFractionZeros
        case .number(let number): number.text.withoutFractionZeros
        default: String(decoding: leaf.bytes(), as: UTF8.self)
        }
    }

    /// Returns the path of the first value that was copied from a document, and that no known one contains.
    ///
    /// - Parameters:
    ///   - copied: the members that the client copies; nil if they are not known, so that only texts are compared that
    ///     are probably copied.
    ///   - isKnown: returns whether a document contains a text.
    static func firstUnknownText(in value: JSON, copied: CopiedMembers?, isKnown: (String) -> Bool) -> String? {
        unknownPath(in: value, copied?.root, isKnown).map { "$\($0)" }
    }

    /// Returns the path from a value to the first unknown text in it.
    ///
    /// - Parameter declared: the members of the declared value at the same place.
    private static func unknownPath(
        in value: JSON,
        _ declared: CopiedMembers.Node?,
        _ isKnown: (String) -> Bool,
    ) -> String? {
        switch value {
        case .object(let members):
            for member in members {
                if let path = unknownPath(in: member.value, declared?.members[member.name], isKnown) {
                    return ".\(member.name)\(path)"
                }
            }
            return nil
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let path = unknownPath(in: element, declared?.element, isKnown) { return "[\(index)]\(path)" }
            }
            return nil
        default:
            let text = text(of: value)
            // Most texts are known, and the other checks are slow.
            guard !isKnown(text) else { return nil }
            if let isCopied = declared?.isCopied { return isCopied && value != .null ? "" : nil }
            guard case .string = value else { return nil }
            return text.isUnmistakable ? "" : nil
        }
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

    /// The text without the zeros at the end of its fraction, if it is a number without an exponent.
    fileprivate var withoutFractionZeros: String {
        let bytes = utf8
        guard bytes.last == UInt8(ascii: "0"), let point = bytes.firstIndex(of: UInt8(ascii: ".")) else { return self }
        let whole = bytes[..<point].drop { $0 == UInt8(ascii: "-") }
        let fraction = bytes[bytes.index(after: point)...]
        guard !whole.isEmpty, whole.allSatisfy(\.isDigit), fraction.allSatisfy(\.isDigit) else { return self }
        let last = fraction.lastIndex { $0 != UInt8(ascii: "0") }
        return String(last.map { self[...$0] } ?? self[..<point])
    }

    /// Whether the text is a UUID.
    fileprivate var isUUID: Bool {
        guard utf8.count == 36 else { return false }
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

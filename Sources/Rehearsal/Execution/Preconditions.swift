/// The preconditions of a request (RFC 9110 §13).
package struct Preconditions: Sendable {
    /// The validators of a representation, from the header fields of a reply.
    package struct Validators: Sendable {
        let tag: EntityTag?
        /// The value of `Last-Modified`.
        let modified: String?

        /// Returns nil if the reply has no validators.
        package init?(_ headers: Scenario.Headers) {
            tag = headers["ETag"].map(EntityTag.init)
            modified = headers["Last-Modified"]
            if tag == nil, modified == nil { return nil }
        }
    }

    /// The result of evaluating preconditions.
    package enum PreconditionResult: Sendable, Hashable {
        /// All preconditions hold, and the server processes the request.
        case holds
        /// The stored representation of the client is current, and the reply is 304.
        case notModified
        /// The precondition in the header field with this name fails, and the reply is 412.
        case fails(String)
    }

    private enum Tags: Sendable {
        case any
        case list([EntityTag])

        func contains(where isSame: (EntityTag) -> Bool) -> Bool {
            switch self {
            case .any: true
            case .list(let tags): tags.contains(where: isSame)
            }
        }
    }

    /// Whether the method is GET or HEAD. Only these can be answered with 304.
    private let reads: Bool
    private let match: Tags?
    private let noneMatch: Tags?
    private let unmodifiedSince: String?
    private let modifiedSince: String?

    /// Reads the preconditions; returns nil if the request has none.
    ///
    /// - Parameter values: a function that returns the values of a header, in order.
    package init?(isGetOrHead: Bool, _ values: (String) -> [String]) {
        self.reads = isGetOrHead
        match = Self.tags(values("If-Match"))
        noneMatch = Self.tags(values("If-None-Match"))
        unmodifiedSince = Self.date(values("If-Unmodified-Since"))
        modifiedSince = Self.date(values("If-Modified-Since"))
        if match == nil, noneMatch == nil, unmodifiedSince == nil, modifiedSince == nil { return nil }
    }

    private static func tags(_ values: [String]) -> Tags? {
        if values.isEmpty { return nil }
        return values == ["*"] ? .any : .list(EntityTag.list(values.joined(separator: ",")))
    }

    /// Returns the date of a field; nil if it is absent or repeated.
    private static func date(_ values: [String]) -> String? { values.count == 1 ? values[0] : nil }

    /// Evaluates the preconditions in the order of RFC 9110 §13.2.2.
    ///
    /// A precondition holds if the reply lacks the validator that it compares.
    ///
    /// - Parameter now: seconds since 1970.
    package func evaluate(on validators: Validators, now: Int64) -> PreconditionResult {
        if let match {
            if let tag = validators.tag, !match.contains(where: tag.stronglyMatches) { return .fails("If-Match") }
        } else if let isLater = isModified(validators, since: unmodifiedSince, now), isLater {
            return .fails("If-Unmodified-Since")
        }
        if let noneMatch {
            let isKnown = noneMatch.contains { validators.tag?.weaklyMatches(as: $0) ?? false }
            guard isKnown else { return .holds }
            return reads ? .notModified : .fails("If-None-Match")
        }
        if reads, isModified(validators, since: modifiedSince, now) == false { return .notModified }
        return .holds
    }

    /// Returns whether the representation is newer than the date; nil if a date is missing or not valid.
    private func isModified(_ validators: Validators, since date: String?, _ now: Int64) -> Bool? {
        guard let date = date.flatMap({ FieldDate.seconds($0, now: now) }),
            let modified = validators.modified.flatMap({ FieldDate.seconds($0, now: now) })
        else { return nil }
        return modified > date
    }
}

/// The byte ranges that a request asks for (RFC 9110 §14.1.2).
package struct ByteRanges: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case from(Int, through: Int)
        case last(Int)
    }

    private let parts: [Part]

    /// The maximum number of ranges; a request with more gets the whole body (RFC 9110 §17.15).
    private static let maxRanges = 64

    /// Parses a `Range` field; returns nil if it is not valid, so that the server sends the whole body.
    package init?(_ field: String) {
        guard let equals = field.firstIndex(of: "="), field[..<equals].lowercased() == "bytes" else { return nil }
        var parts: [Part] = []
        for text in field[field.index(after: equals)...].split(separator: ",") {
            let text = text.trimmed
            if text.isEmpty { continue }
            guard let part = Self.part(text) else { return nil }
            parts.append(part)
        }
        guard !parts.isEmpty, parts.count <= Self.maxRanges else { return nil }
        self.parts = parts
    }

    private static func part(_ text: Substring) -> Part? {
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty { return number(ends[1]).map { .last($0) } }
        guard let first = number(ends[0]) else { return nil }
        if ends[1].isEmpty { return .from(first, through: .max) }
        guard let last = number(ends[1]), first <= last else { return nil }
        return .from(first, through: last)
    }

    /// Parses a number. If it overflows, it exceeds the length of every body, and the result is `Int.max`.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(text) ?? .max
    }

    /// Returns the ranges in a body of this length; empty if none is satisfiable.
    ///
    /// If ranges overlap or touch, they are merged, and all ranges are sorted. Otherwise they have the order of the
    /// request (RFC 9110 §15.3.7.2).
    package func ranges(in length: Int) -> [Range<Int>] {
        let found = parts.compactMap { part -> Range<Int>? in
            switch part {
            case .from(let first, let last): first < length ? first..<(min(last, length - 1) + 1) : nil
            case .last(let count): count > 0 && length > 0 ? max(0, length - count)..<length : nil
            }
        }
        var joined: [Range<Int>] = []
        for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined.count == found.count ? found : joined
    }
}

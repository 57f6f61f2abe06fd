/// What a representation has to be, or not to be, for a request to be carried out (RFC 9110 §13).
package struct Preconditions: Sendable {
    /// What a reply says of the version of what it carries.
    package struct Validators: Sendable {
        let tag: EntityTag?
        /// As it is written.
        let modified: String?

        /// Nil if the fields of the reply have none.
        package init?(_ headers: Scenario.Headers) {
            tag = headers["ETag"].map(EntityTag.init)
            modified = headers["Last-Modified"]
            if tag == nil, modified == nil { return nil }
        }
    }

    /// What comes of them.
    package enum Verdict: Sendable, Hashable {
        /// The request is carried out.
        case holds
        /// The client has it already: 304.
        case notModified
        /// The request is not carried out, because of that field: 412.
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

    /// GET and HEAD, which can be told that nothing is new.
    private let reads: Bool
    private let match: Tags?
    private let noneMatch: Tags?
    private let unmodifiedSince: String?
    private let modifiedSince: String?

    /// Nil if the request has none.
    ///
    /// - Parameter values: the values of a header, in order.
    package init?(reads: Bool, _ values: (String) -> [String]) {
        self.reads = reads
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

    /// More than one date is none.
    private static func date(_ values: [String]) -> String? { values.count == 1 ? values[0] : nil }

    /// In the order of RFC 9110 §13.2.2; what the representation does not say is not asked.
    ///
    /// - Parameter now: seconds since 1970.
    package func verdict(on validators: Validators, now: Int64) -> Verdict {
        if let match {
            if let tag = validators.tag, !match.contains(where: tag.isSameStrongly) { return .fails("If-Match") }
        } else if let isLater = isModified(validators, since: unmodifiedSince, now), isLater {
            return .fails("If-Unmodified-Since")
        }
        if let noneMatch {
            let isKnown = noneMatch.contains { validators.tag?.isSameWeakly(as: $0) ?? false }
            guard isKnown else { return .holds }
            return reads ? .notModified : .fails("If-None-Match")
        }
        if reads, isModified(validators, since: modifiedSince, now) == false { return .notModified }
        return .holds
    }

    /// Nil if one of the dates is none.
    private func isModified(_ validators: Validators, since date: String?, _ now: Int64) -> Bool? {
        guard let date = date.flatMap({ FieldDate.seconds($0, now: now) }),
            let modified = validators.modified.flatMap({ FieldDate.seconds($0, now: now) })
        else { return nil }
        return modified > date
    }
}

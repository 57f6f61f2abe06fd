/// The parts of a request that modify its reply: preferences, preconditions, ranges, and the origin for CORS; and the
/// change by the check of the scenario.
package struct RequestModifiers: Sendable {
    /// The kinds of modifiers, by their header fields.
    package struct Kinds: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static var conditions: Self { Self(rawValue: 1) }
        package static var ranges: Self { Self(rawValue: 2) }
        package static var origin: Self { Self(rawValue: 4) }
        package static let all: Self = [.conditions, .ranges, .origin]
    }

    package private(set) var preconditions: Preconditions?
    private var ranges: ByteRanges?
    /// The value of `If-Range`. The server ignores the range if the representation has another validator.
    private let ifRange: String?
    private let origin: String?
    private let reads: Bool
    /// The preferences that selected the reply.
    private var preference: ReplyPreference?
    /// The change of the reply by the check of the scenario; nil for none.
    private var alteration: Scenario.RequestCheck.Alteration?

    /// Reads the modifiers of these kinds from a head.
    package init(_ head: RequestHead, in bytes: Span<UInt8>, _ kinds: Kinds) {
        let fields = head.fields.map { Scenario.Headers.Field(bytes.text($0.name), bytes.text($0.value)) }
        let headers = Scenario.Headers(fields)
        self.init(head.methodCode, kinds) { headers.values(of: $0) }
    }

    /// - Parameter method: the method as the client sent it.
    package init(_ method: String, _ kinds: Kinds, _ values: (String) -> [String]) {
        self.init(MethodCode(Array(method.utf8)), kinds, values)
    }

    private init(_ method: MethodCode, _ kinds: Kinds, _ values: (String) -> [String]) {
        reads = method == .get || method == .head
        preconditions = kinds.contains(.conditions) ? Preconditions(isGetOrHead: reads, values) : nil
        let range = kinds.contains(.ranges) && method == .get ? values("Range") : []
        ranges = range.count == 1 ? ByteRanges(range[0]) : nil
        ifRange = values("If-Range").first
        origin = kinds.contains(.origin) ? values("Origin").first : nil
    }

    /// Returns the modifiers without the kinds that an endpoint handles itself.
    package func without(_ kinds: Kinds) -> RequestModifiers {
        var modifiers = self
        if kinds.contains(.conditions) { modifiers.preconditions = nil }
        if kinds.contains(.ranges) { modifiers.ranges = nil }
        return modifiers
    }

    /// Returns the modifiers with the preferences that selected the reply.
    package static func adding(_ preference: ReplyPreference, to modifiers: RequestModifiers?) -> RequestModifiers {
        var modifiers = modifiers ?? .none
        modifiers.preference = preference
        return modifiers
    }

    /// Returns the modifiers with a change of the reply, which is applied after all others.
    static func adding(
        _ alteration: Scenario.RequestCheck.Alteration,
        to modifiers: RequestModifiers?,
    ) -> RequestModifiers {
        var modifiers = modifiers ?? .none
        modifiers.alteration = alteration
        return modifiers
    }

    private static var none: RequestModifiers { RequestModifiers("", []) { _ in [] } }

    /// Returns the change that a check makes to a reply, or to the result of the reply's closure; nil without one.
    package func alteration(of reply: Scenario.Reply) -> Scenario.RequestCheck.Alteration? {
        reply.isRaw ? nil : alteration
    }

    /// Returns the modified reply and the ranges to send; nil if the reply is sent unchanged.
    ///
    /// - Parameter now: seconds since 1970.
    package func applied(to reply: Scenario.Reply, now: Int64) -> (reply: Scenario.Reply, ranges: ByteRanges?)? {
        guard !reply.isRaw, reply.handler == nil else { return nil }
        var changed = preference.map { reply.applying($0) }
        var parts: ByteRanges?
        if reads, reply.status == 200 {
            let validators = Preconditions.Validators(reply.headers)
            switch validators.flatMap({ preconditions?.evaluate(on: $0, now: now) }) ?? .holds {
            case .notModified: changed = reply.notModified
            case .fails(let field): changed = reply.preconditionFailed(by: field, reply.headers["ETag"])
            case .holds: parts = requestedRanges(of: reply, now: now)
            }
        }
        if let origin { changed = (changed ?? reply).withCORS(with: origin) }
        if let alteration { changed = alteration.change(changed ?? reply) }
        return changed == nil && parts == nil ? nil : (changed ?? reply, parts)
    }

    private func requestedRanges(of reply: Scenario.Reply, now: Int64) -> ByteRanges? {
        if case .events = reply.body { return nil }
        guard let ranges, reply.headers["Accept-Ranges"]?.lowercased() == "bytes" else { return nil }
        guard let ifRange else { return ranges }
        if let date = FieldDate.seconds(ifRange, now: now) {
            return date == reply.headers["Last-Modified"].flatMap { FieldDate.seconds($0, now: now) } ? ranges : nil
        }
        let isSame = reply.headers["ETag"].map { EntityTag($0).stronglyMatches(as: EntityTag(ifRange)) }
        return isSame ?? false ? ranges : nil
    }
}

extension Span where Element == UInt8 {
    /// Returns the kinds of modifiers whose header fields the request has; the values are not read.
    func modifierKinds(in fields: RequestHead.FieldList) -> RequestModifiers.Kinds {
        var kinds: RequestModifiers.Kinds = []
        for field in fields {
            switch field.name.count {
            case 5 where equalsIgnoringCase(field.name, Names.range): kinds.insert(.ranges)
            case 6 where equalsIgnoringCase(field.name, Names.origin): kinds.insert(.origin)
            case 8 where equalsIgnoringCase(field.name, Names.match),
                13 where equalsIgnoringCase(field.name, Names.noneMatch),
                17 where equalsIgnoringCase(field.name, Names.modifiedSince),
                19 where equalsIgnoringCase(field.name, Names.unmodifiedSince):
                kinds.insert(.conditions)
            default: break
            }
        }
        return kinds
    }
}

extension Scenario.Reply {
    /// Returns the reply with the status that a request prefers, and with `Preference-Applied`.
    fileprivate func applying(_ preference: ReplyPreference) -> Scenario.Reply {
        var reply = self
        if let code = preference.code, code != status {
            reply.status = code
            reply.reason = nil
        }
        reply.headers.append("Preference-Applied", preference.appliedText)
        return reply
    }
}

extension RequestModifiers.Kinds {
    /// Creates the kinds whose header fields a condition examines.
    init(examinedBy condition: Scenario.Condition) {
        self = condition.headers.reduce(into: []) { kinds, field in
            switch field.name.lowercased() {
            case "range", "if-range": kinds.insert(.ranges)
            case "if-match", "if-none-match", "if-modified-since", "if-unmodified-since": kinds.insert(.conditions)
            default: break
            }
        }
        for part in condition.all + condition.any { formUnion(Self(examinedBy: part)) }
    }
}

/// The field names in lower case.
private enum Names {
    static let range = Array("range".utf8)
    static let origin = Array("origin".utf8)
    static let match = Array("if-match".utf8)
    static let noneMatch = Array("if-none-match".utf8)
    static let modifiedSince = Array("if-modified-since".utf8)
    static let unmodifiedSince = Array("if-unmodified-since".utf8)
}

/// A CORS preflight (Fetch §3.3.3).
package struct Preflight: Sendable {
    let origin: String
    /// The methods that the path supports.
    let methods: [String]
    /// The values of `Access-Control-Request-Headers`.
    let headers: [String]

    /// The time in seconds for which a browser caches the reply. It is short, because a scenario can change.
    private static let maxAge = 5

    /// The reply that permits the cross-origin request.
    package var reply: Scenario.Reply {
        var reply = Scenario.Reply(204).withCORS(with: origin)
        reply.headers.fields.removeAll { $0.name == "Access-Control-Expose-Headers" }
        reply.headers.append("Access-Control-Allow-Methods", methods.joined(separator: ", "))
        if !headers.isEmpty {
            reply.headers.append("Access-Control-Allow-Headers", headers.joined(separator: ", "))
        }
        reply.headers.append("Access-Control-Max-Age", String(Self.maxAge))
        return reply
    }
}

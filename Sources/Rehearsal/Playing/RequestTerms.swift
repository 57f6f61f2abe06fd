/// What a request asks of whatever answers it: conditions, parts of a body, leave for another origin.
package struct RequestTerms: Sendable {
    /// Kinds of them, as the names of header fields tell.
    package struct Kinds: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let conditions = Self(rawValue: 1)
        package static let ranges = Self(rawValue: 2)
        package static let origin = Self(rawValue: 4)
        package static let all: Self = [.conditions, .ranges, .origin]
    }

    package private(set) var preconditions: Preconditions?
    private var ranges: ByteRanges?
    /// The parts are wanted only if the rest has stayed as it was.
    private let ifRange: String?
    private let origin: String?
    private let reads: Bool

    /// What a head asks, of the kinds that are heeded.
    package init(_ head: RequestHead, in bytes: Span<UInt8>, _ kinds: Kinds) {
        let fields = head.fields.map { Scenario.Headers.Field(bytes.text($0.name), bytes.text($0.value)) }
        let headers = Scenario.Headers(fields)
        self.init(head.methodCode, kinds) { headers.values(of: $0) }
    }

    /// - Parameter method: as it is written.
    package init(_ method: String, _ kinds: Kinds, _ values: (String) -> [String]) {
        self.init(MethodCode(Array(method.utf8)), kinds, values)
    }

    private init(_ method: MethodCode, _ kinds: Kinds, _ values: (String) -> [String]) {
        reads = method == .get || method == .head
        preconditions = kinds.contains(.conditions) ? Preconditions(reads: reads, values) : nil
        let range = kinds.contains(.ranges) && method == .get ? values("Range") : []
        ranges = range.count == 1 ? ByteRanges(range[0]) : nil
        ifRange = values("If-Range").first
        origin = kinds.contains(.origin) ? values("Origin").first : nil
    }

    /// The terms that are left where an endpoint answers some kinds of them itself.
    package func without(_ kinds: Kinds) -> RequestTerms {
        var terms = self
        if kinds.contains(.conditions) { terms.preconditions = nil }
        if kinds.contains(.ranges) { terms.ranges = nil }
        return terms
    }

    /// What a reply becomes for this request, and the parts of it that are sent; nil if it is sent as it is.
    ///
    /// - Parameter now: seconds since 1970.
    package func applied(to reply: Scenario.Reply, now: Int64) -> (reply: Scenario.Reply, ranges: ByteRanges?)? {
        guard !reply.isRaw else { return nil }
        var changed: Scenario.Reply?
        var parts: ByteRanges?
        if reads, reply.status == 200 {
            let validators = Preconditions.Validators(reply.headers)
            switch validators.flatMap({ preconditions?.verdict(on: $0, now: now) }) ?? .holds {
            case .notModified: changed = reply.notModified
            case .fails(let field): changed = reply.refused(by: field, reply.headers["ETag"])
            case .holds: parts = rangesWanted(of: reply, now: now)
            }
        }
        if let origin { changed = (changed ?? reply).shared(with: origin) }
        return changed == nil && parts == nil ? nil : (changed ?? reply, parts)
    }

    private func rangesWanted(of reply: Scenario.Reply, now: Int64) -> ByteRanges? {
        if case .events = reply.body { return nil }
        guard let ranges, reply.headers["Accept-Ranges"]?.lowercased() == "bytes" else { return nil }
        guard let ifRange else { return ranges }
        if let date = FieldDate.seconds(ifRange, now: now) {
            return date == reply.headers["Last-Modified"].flatMap { FieldDate.seconds($0, now: now) } ? ranges : nil
        }
        let isSame = reply.headers["ETag"].map { EntityTag($0).isSameStrongly(as: EntityTag(ifRange)) }
        return isSame ?? false ? ranges : nil
    }
}

extension Span where Element == UInt8 {
    /// What kinds of terms a request has, by the names of its fields alone.
    package func terms(in head: RequestHead) -> RequestTerms.Kinds {
        var kinds: RequestTerms.Kinds = []
        for field in head.fields {
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

extension RequestTerms.Kinds {
    /// The kinds of terms that a condition asks for by the names of their header fields.
    init(askedBy condition: Scenario.Condition) {
        self = condition.headers.reduce(into: []) { kinds, field in
            switch field.name.lowercased() {
            case "range", "if-range": kinds.insert(.ranges)
            case "if-match", "if-none-match", "if-modified-since", "if-unmodified-since": kinds.insert(.conditions)
            default: break
            }
        }
        for part in condition.all + condition.any { formUnion(Self(askedBy: part)) }
    }
}

/// In lower case.
private enum Names {
    static let range = Array("range".utf8)
    static let origin = Array("origin".utf8)
    static let match = Array("if-match".utf8)
    static let noneMatch = Array("if-none-match".utf8)
    static let modifiedSince = Array("if-modified-since".utf8)
    static let unmodifiedSince = Array("if-unmodified-since".utf8)
}

/// A browser's question whether a page of another origin may send a request (Fetch §3.3.3).
package struct Preflight: Sendable {
    let origin: String
    /// Those that the path takes.
    let methods: [String]
    /// The fields that were asked for, as they were.
    let headers: [String]

    /// In seconds; short, so that no browser answers for an endpoint that has been changed since.
    private static let maxAge = 5

    /// Leave to send it.
    package var reply: Scenario.Reply {
        var reply = Scenario.Reply(204).shared(with: origin)
        reply.headers.fields.removeAll { $0.name == "Access-Control-Expose-Headers" }
        reply.headers.append("Access-Control-Allow-Methods", methods.joined(separator: ", "))
        if !headers.isEmpty {
            reply.headers.append("Access-Control-Allow-Headers", headers.joined(separator: ", "))
        }
        reply.headers.append("Access-Control-Max-Age", String(Self.maxAge))
        return reply
    }
}

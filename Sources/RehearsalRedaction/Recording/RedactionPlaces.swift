package import Rehearsal

/// The places of which values are taken out, and those of which they are kept.
package struct RedactionPlaces {
    private(set) var names: Redaction
    private(set) var keptHeaders = SecretNames([])
    private var keptQuery = SecretNames([])
    private var keptMembers = SecretNames([])
    private var pointers: [[String]] = []
    private var keptPointers: [[String]] = []
    private(set) var patterns: [Scenario.Pattern] = []
    private(set) var keptPatterns: [Scenario.Pattern] = []

    init(taking: [RedactionRule], keeping: [RedactionRule], naming: some SecretNaming) {
        names = Redaction(naming: naming)
        names.openQuery = SecretNames(["code", "key", "session", "pass"])
        for rule in keeping { keep(rule.place) }
        // Who asks for both means that one to be taken out which a rule for many would have kept.
        for rule in taking { take(rule.place) }
    }

    private mutating func take(_ place: RedactionRule.Place) {
        switch place {
        case .header(let name):
            names.headers.insert(name)
            keptHeaders.remove(name)
        case .cookie(let name):
            names.secretCookies.insert(name)
            names.harmlessCookies.remove(name)
        case .query(let name):
            names.query.insert(name)
            names.openQuery.remove(name)
            keptQuery.remove(name)
        case .member(let name):
            names.members.insert(name)
            names.openMembers.remove(name)
            keptMembers.remove(name)
        case .pointer(let tokens): pointers.append(tokens)
        case .pattern(let pattern): patterns.append(pattern)
        }
    }

    private mutating func keep(_ place: RedactionRule.Place) {
        switch place {
        case .header(let name):
            names.headers.remove(name)
            keptHeaders.insert(name)
        case .cookie(let name): names.harmlessCookies.insert(name)
        case .query(let name):
            names.query.remove(name)
            keptQuery.insert(name)
        case .member(let name):
            names.members.remove(name)
            names.openMembers.remove(name)
            keptMembers.insert(name)
        case .pointer(let tokens): keptPointers.append(tokens)
        case .pattern(let pattern): keptPatterns.append(pattern)
        }
    }

    /// Whether the value of a parameter stays as it is.
    func keepsQuery(_ name: [UInt8]) -> Bool { keptQuery.contains(name) || keptMembers.contains(name) }

    /// What is to become of a value in a document.
    enum Ruling { case taken, kept, lookedAt }

    func ruling(on way: [JSONRewriting.Step], isNumber: Bool = false) -> Ruling {
        if pointers.contains(where: { Self.leads($0, to: way) }) { return .taken }
        if keptPointers.contains(where: { Self.leads($0, to: way) }) { return .kept }
        var ruling = Ruling.lookedAt
        var last: String?
        for case .name(let name) in way {
            if names.members.contains(name) { ruling = .taken }
            if ruling != .taken, keptMembers.contains(name) { ruling = .kept }
            last = name
        }
        // How long a token lasts is no secret, and a reader that expects a number can read nothing else.
        if isNumber, ruling == .taken, let last, !names.members.contains(last), !Self.values.contains(last) {
            return .lookedAt
        }
        return ruling
    }

    /// What the number itself is called below the name that says what it is.
    private static let values = SecretNames(["value", "code", "number", "no", "digits", "raw", "id", "key", "data"])

    /// Whether a way is that of a pointer, or goes on from there.
    private static func leads(_ tokens: [String], to way: [JSONRewriting.Step]) -> Bool {
        guard tokens.count <= way.count else { return false }
        return zip(tokens, way).allSatisfy { token, step in
            switch step {
            case .name(let name): token == "*" || token.utf8.elementsEqual(name.utf8)
            case .index(let index): token == "*" || JSON.Pointer.index(token) == index
            }
        }
    }
}

/// What is taken out of recordings, or left in them, as people write it: `header:X-Key`, `json:/user/phone`.
package struct RedactionRule: Sendable, Hashable {
    package let place: Place

    /// Where it looks.
    package enum Place: Sendable, Hashable {
        case header(String)
        case cookie(String)
        /// In queries and forms.
        case query(String)
        /// Members of that name in JSON, at any depth.
        case member(String)
        /// What stands there in JSON; `*` is any name or index.
        case pointer([String])
        /// Parts of any text; whoever keeps one, keeps each value in which it is found.
        case pattern(Scenario.Pattern)
    }

    /// Why a text is no rule: what was found and what would be right.
    package struct Malformed: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// The words that a rule can begin with.
    package static let kinds = ["header", "cookie", "query", "json", "pattern"]

    package init(_ text: String) throws(Malformed) {
        let kind = text.prefix { $0 != ":" }
        let value = String(text.dropFirst(kind.count + 1))
        guard Self.kinds.contains(String(kind)) else {
            let nearest = NearestName.of(String(kind), in: Self.kinds).map { "; did you mean \($0):?" } ?? ""
            throw Malformed(
                description:
                    "\(text.quoted) names no place: begin with header:, cookie:, query:, json: or pattern:\(nearest)"
            )
        }
        guard !value.isEmpty else {
            throw Malformed(description: "\(text.quoted) ends after its colon: \(Self.examples[String(kind)] ?? "")")
        }
        switch kind {
        case "header": place = .header(value)
        case "cookie": place = .cookie(value)
        case "query": place = .query(value)
        case "json": place = try Self.json(value)
        default:
            do throws(Scenario.Pattern.Malformed) {
                place = .pattern(try Scenario.Pattern(value))
            } catch {
                throw Malformed(description: "\(text.quoted) is no pattern: \(error)")
            }
        }
    }

    private static func json(_ value: String) throws(Malformed) -> Place {
        guard value.hasPrefix("/") else { return .member(value) }
        guard let pointer = JSON.Pointer(value) else {
            throw Malformed(
                description: "\(value.quoted) is no JSON pointer: in a name, ~ is written ~0 and / is written ~1"
            )
        }
        return .pointer(pointer.tokens)
    }

    private static let examples = [
        "header": "header:X-Session", "cookie": "cookie:sid", "query": "query:signature",
        "json": "json:/user/phone, or json:phone at any depth", "pattern": #"pattern:CUST-\d{8}"#,
    ]
}

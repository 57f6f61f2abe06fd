/// The tokens that a session has issued, and what became of them.
struct BearerBook: Sendable {
    private var tokens: [String: Token] = [:]
    private var refreshes: [String: Refresh] = [:]
    /// Families in which a refresh token was used twice.
    private var revoked: Set<Int> = []
    private var families = 0
    private var draws = 0
    /// How often the name that tokens wait for was released.
    var releases = 0

    private struct Token {
        let family: Int
        let issuedAt: Int64
        let releases: Int
        var uses = 0
    }

    private struct Refresh {
        let family: Int
        var isUsed = false
    }

    /// What there is to say of a token.
    enum Standing {
        case good, unknown, expired, revoked, used
    }

    func standing(of token: String, _ lasts: Scenario.Auth.Bearer.Life, at now: Int64) -> Standing {
        guard let known = tokens[token] else { return .unknown }
        if revoked.contains(known.family) { return .revoked }
        let hasExpired =
            switch lasts {
            case .forever: false
            case .uses(let most): known.uses >= most
            case .time(let duration): now - known.issuedAt >= duration.nanoseconds
            case .untilReleased: known.releases != releases
            }
        return hasExpired ? .expired : .good
    }

    func standing(ofRefresh token: String) -> Standing {
        guard let known = refreshes[token] else { return .unknown }
        if known.isUsed { return .used }
        return revoked.contains(known.family) ? .revoked : .good
    }

    /// The family of a refresh token: all that came of one login.
    func family(ofRefresh token: String) -> Int? { refreshes[token]?.family }

    func isKnown(_ text: String) -> Bool { tokens[text] != nil || refreshes[text] != nil }

    mutating func use(_ token: String) { tokens[token]?.uses += 1 }

    mutating func setUsed(_ refresh: String, _ isUsed: Bool) { refreshes[refresh]?.isUsed = isUsed }

    mutating func revoke(_ family: Int) { revoked.insert(family) }

    mutating func newFamily() -> Int {
        families += 1
        return families
    }

    mutating func enter(token: String, family: Int, at now: Int64) {
        tokens[token] = Token(family: family, issuedAt: now, releases: releases)
    }

    mutating func enter(refresh token: String, family: Int) { refreshes[token] = Refresh(family: family) }

    /// A token that nobody has seen.
    mutating func draw(_ seed: UInt64) -> String {
        while true {
            var random = RandomSource(seed: seed, endpoint: Self.stableID, request: draws)
            draws += 1
            let token = [random.next(), random.next()].map(\.hexadecimal).joined()
            if !isKnown(token) { return token }
        }
    }

    private static let stableID = StableHash.of("policy auth".utf8)
}

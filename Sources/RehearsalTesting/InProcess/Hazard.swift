/// Something in a scenario that `URLSession` on Linux does not survive in the process of the test.
///
/// FoundationNetworking traps on trailers and on a head that ends too soon, and waits for ever on a Basic challenge
/// that it has no credential for (swift-corelibs-foundation, as of Swift 6.3).
struct Hazard: Sendable, Hashable {
    /// What it is.
    let kind: Kind
    /// The endpoint that has it, `get /users`, or `network`.
    let place: String

    enum Kind: Sendable, Hashable {
        case trailers, closeInHead, basicChallenge

        /// As a sentence says it.
        var name: String {
            switch self {
            case .trailers: "trailers behind a chunked body"
            case .closeInHead: "a connection that is closed in the head of a reply"
            case .basicChallenge: "a Basic challenge"
            }
        }

        /// The fault that explains it, and what `URLSession` does.
        var number: String {
            switch self {
            case .trailers: "F32"
            case .closeInHead: "F37"
            case .basicChallenge: "F52"
            }
        }

        var outcome: String { self == .basicChallenge ? "never returns from" : "crashes on" }
    }

    /// One line: which test, what it plays, and the road out.
    func warning(for test: String) -> String {
        "warning: \(test) plays \(kind.name) (\(place)), which URLSession on Linux \(kind.outcome), and the whole test run "
            + "with it: run the client in a process of its own (see: rehearsal faults \(kind.number))"
    }
}

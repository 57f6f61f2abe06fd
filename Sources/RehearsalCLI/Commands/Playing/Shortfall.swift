import Rehearsal

/// What an output has not got of that which happened.
struct Shortfall: Sendable, Hashable {
    /// Exchanges that are not in it.
    var missing = 0
    /// Replies of which it has no more than the beginning, or nothing.
    var cut = 0
    /// Whether it is no longer to be found under its name.
    var isGone = false
    /// Why something is missing, as the operating system says it (`No space left on device`); nil where the output was
    /// read or written too slowly.
    var reason: String?

    var isNone: Bool { self == Shortfall() }

    /// What there is to say of an output of that name.
    func sentences(about name: String) -> [String] {
        var sentences: [String] = []
        if isGone {
            sentences.append(
                "\(name) was removed or replaced while it was written: what was asked and answered is not in it"
            )
        }
        if missing > 0 {
            let count = "\(missing) exchange\(missing == 1 ? " is" : "s are") missing"
            sentences.append("\(count) from \(name): \(reason ?? "it was read or written too slowly")")
        }
        if cut > 0 {
            let count = "\(cut) repl\(cut == 1 ? "y is" : "ies are") not whole"
            sentences.append(
                "\(count) in \(name): 8 MB are kept of each, and less where they come faster than they are written; "
                    + "more may wait with: --journal-size 512MB"
            )
        }
        return sentences
    }

    /// As a line of JSON has it.
    var json: JSON {
        var members = [
            JSON.Member("missing", JSON(integerLiteral: missing)), JSON.Member("cut", JSON(integerLiteral: cut)),
            JSON.Member("gone", .bool(isGone)),
        ]
        if let reason { members.append(JSON.Member("reason", .string(reason))) }
        return .object(members)
    }
}

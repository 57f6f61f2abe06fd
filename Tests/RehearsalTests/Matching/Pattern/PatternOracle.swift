/// A small pattern, its notation, and its matches by exhaustive search, which is slow and easy to verify.
indirect enum OraclePattern {
    case literal(Character)
    case dot, start, end, empty
    case oneOf([ClosedRange<Character>], negated: Bool)
    case sequence([OraclePattern])
    case choice([OraclePattern])
    case repeated(OraclePattern, least: Int, most: Int?)

    var written: String {
        switch self {
        case .literal(let character): "*+?.(){}[]|\\^$-".contains(character) ? "\\\(character)" : "\(character)"
        case .dot: "."
        case .start: "^"
        case .end: "$"
        case .empty: "()"
        case .oneOf(let ranges, let negated):
            "[\(negated ? "^" : "")"
                + ranges.map {
                    $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
                }
                .joined() + "]"
        case .sequence(let parts): parts.map { part in part.isChoice ? "(\(part.written))" : part.written }.joined()
        case .choice(let branches): branches.map(\.written).joined(separator: "|")
        case .repeated(let inner, let least, let most): "(\(inner.written))" + Self.count(least, most)
        }
    }

    private var isChoice: Bool {
        if case .choice = self { true } else { false }
    }

    private static func count(_ least: Int, _ most: Int?) -> String {
        switch (least, most) {
        case (0, nil): "*"
        case (1, nil): "+"
        case (0, 1?): "?"
        case (_, nil): "{\(least),}"
        case (_, let most?): least == most ? "{\(least)}" : "{\(least),\(most)}"
        }
    }
}

extension OraclePattern {
    func isWhole(of text: [Character]) -> Bool { ends(text, [0]).contains(text.count) }

    func isFound(in text: [Character]) -> Bool { !ends(text, Set(0...text.count)).isEmpty }

    /// Every position at which a match that begins at one of these positions can end.
    private func ends(_ text: [Character], _ begins: Set<Int>) -> Set<Int> {
        switch self {
        case .empty: return begins
        case .start: return begins.intersection([0])
        case .end: return begins.intersection([text.count])
        case .literal, .dot, .oneOf: return Set(begins.filter { $0 < text.count && takes(text[$0]) }.map { $0 + 1 })
        case .sequence(let parts): return parts.reduce(begins) { $1.ends(text, $0) }
        case .choice(let branches): return branches.reduce([]) { $0.union($1.ends(text, begins)) }
        case .repeated(let inner, let least, let most):
            var places = begins
            for _ in 0..<least { places = inner.ends(text, places) }
            var all = places
            // More repetitions than characters add no new positions.
            for _ in 0..<min((most ?? .max) - least, text.count + 1) {
                places = inner.ends(text, places)
                all.formUnion(places)
            }
            return all
        }
    }

    private func takes(_ character: Character) -> Bool {
        switch self {
        case .literal(let own): own == character
        case .dot: character != "\n" && character != "\r"
        case .oneOf(let ranges, let negated): ranges.contains { $0.contains(character) } != negated
        default: false
        }
    }
}

extension OraclePattern {
    static let alphabet: [Character] = ["a", "b", "c", "é", "\n", "-"]

    static func random(_ depth: Int, _ source: inout some RandomNumberGenerator) -> OraclePattern {
        let kind = Int.random(in: 0..<(depth > 0 ? 14 : 7), using: &source)
        switch kind {
        case 0...2: return .literal(alphabet[Int.random(in: 0..<alphabet.count, using: &source)])
        case 3: return .dot
        case 4:
            return .oneOf(
                [["a"..."b", "b"..."é", "c"..."c"].randomElement(using: &source) ?? "a"..."a"],
                negated: false
            )
        case 5: return .oneOf(["a"..."a", "c"..."é"], negated: Bool.random(using: &source))
        case 6: return [.start, .end, .empty, .literal("a")].randomElement(using: &source) ?? .empty
        case 7...9:
            return .sequence((0..<Int.random(in: 0...3, using: &source)).map { _ in random(depth - 1, &source) })
        case 10, 11: return .choice((0..<Int.random(in: 2...3, using: &source)).map { _ in random(depth - 1, &source) })
        default:
            let least = Int.random(in: 0...2, using: &source)
            let most = Bool.random(using: &source) ? nil : least + Int.random(in: 0...2, using: &source)
            return .repeated(random(depth - 1, &source), least: least, most: most)
        }
    }
}

package import Rehearsal

/// A difference between the body that a client sent and the declared body.
package struct BodyDifference: Sendable, Hashable {
    /// The path of the differing value: `$.items[0].price`.
    package var path: String
    /// The declared value; nil if the declared body has none at the path.
    package var declared: JSON?
    /// The value that the client sent; nil if the sent body has none at the path.
    package var sent: JSON?

    /// The difference in one sentence: `expected $.price to be 19.99 in the body, saw 19.990000000000002`.
    package var sentence: String {
        switch (declared, sent) {
        case (let declared?, let sent?): "expected \(path) to be \(declared.brief) in the body, saw \(sent.brief)"
        case (let declared?, nil): "expected \(path) in the body (\(declared.brief)), saw none"
        case (nil, let sent): "expected no \(path) in the body, saw \((sent ?? .null).brief)"
        }
    }

    /// Returns every difference, in the order of the declared body.
    ///
    /// Arrays of different lengths are one difference. A member that is null differs from one that is missing.
    package static func between(_ declared: JSON, _ sent: JSON) -> [BodyDifference] {
        var differences: [BodyDifference] = []
        var rest = [BodyDifference(path: "$", declared: declared, sent: sent)]
        while let pair = rest.popLast() {
            if let below = pair.below {
                rest += below.reversed()
            } else if !pair.isEqual {
                differences.append(pair)
            }
        }
        return differences
    }

    private var isEqual: Bool {
        guard let declared, let sent else { return false }
        return declared.isEquivalent(to: sent)
    }

    /// The members or elements of both values in pairs; nil unless both are objects, or arrays of the same length.
    private var below: [BodyDifference]? {
        switch (declared, sent) {
        case (.array(let declared), .array(let sent)) where declared.count == sent.count:
            return zip(declared, sent).enumerated()
                .map { BodyDifference(path: "\(path)[\($0)]", declared: $1.0, sent: $1.1) }
        case (.object(let declared), .object(let sent)):
            var seen: Set<String> = []
            let known = declared.map { member in
                BodyDifference(path: "\(path).\(member.name)", declared: member.value, sent: self.sent?[member.name])
            }
            // A repeated name is an additional member: many servers take the last one (RFC 8259 §4).
            let added = sent.filter { member in
                let isFirst = seen.insert(member.name).inserted
                return !isFirst || !declared.contains { $0.name == member.name }
            }
            return known + added.map { BodyDifference(path: "\(path).\($0.name)", declared: nil, sent: $0.value) }
        default: return nil
        }
    }
}

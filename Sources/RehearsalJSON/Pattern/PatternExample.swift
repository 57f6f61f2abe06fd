extension JSON.Pattern {
    /// Returns a text that contains a match of the pattern; nil if none of a few attempts has a permitted length.
    ///
    /// - Parameters:
    ///   - length: the permitted number of scalars.
    ///   - generator: the random numbers that select characters and repetitions.
    package func example(
        length: ClosedRange<Int>,
        using generator: inout some RandomNumberGenerator
    ) -> String? {
        var parser = PatternParser(scalars: Array(text.unicodeScalars), syntax: syntax)
        guard let tree = try? parser.whole().tree else { return nil }
        let limit = min(length.upperBound, Self.maximumExampleLength)
        let choices = parser.sets.map { PatternExampleScalars(of: $0) }
        for extra in [1, 0, 2, 5, 12, 30, 100, 400, 2_000] {
            var writer = PatternExampleWriter(choices: choices, extra: extra, limit: limit, generator: generator)
            writer.write(tree)
            generator = writer.generator
            // A pattern without `$` permits further characters.
            let missing = length.lowerBound - writer.scalars.count
            for padding in missing > 0 ? [0, missing] : [0] {
                guard length.contains(writer.scalars.count + padding) else { continue }
                let scalars = writer.scalars + [Unicode.Scalar](repeating: "x", count: padding)
                let text = String(String.UnicodeScalarView(scalars))
                if hasMatch(in: Array(text.utf8)) { return text }
            }
            // More repetitions help only if the text is too short. A pattern may also match no text at all.
            if extra > Self.usualExtra, writer.scalars.count >= length.lowerBound { return nil }
        }
        return nil
    }

    private static let maximumExampleLength = 10_000
    /// The number of further repetitions with which a text is tried even if it is long enough already.
    private static let usualExtra = 2
}

/// A writer of a text that a syntax tree of a pattern matches.
private struct PatternExampleWriter<Generator: RandomNumberGenerator> {
    /// The scalars that are written for each set of the pattern.
    let choices: [PatternExampleScalars]
    /// The highest number of repetitions beyond the required ones.
    let extra: Int
    /// The length after which nothing optional is written.
    let limit: Int
    private(set) var generator: Generator
    private(set) var scalars: [Unicode.Scalar] = []

    init(choices: [PatternExampleScalars], extra: Int, limit: Int, generator: Generator) {
        (self.choices, self.extra, self.limit, self.generator) = (choices, extra, limit, generator)
    }

    /// Writes a part of the tree, whose depth the parser limits.
    mutating func write(_ tree: PatternTree) {
        switch tree {
        case .set(let number):
            switch choices[number] {
            case .any(let letters): scalars.append(letters[Int(generator.next() % UInt64(letters.count))])
            case .one(let scalar): scalars.append(scalar)
            case .none: break
            }
        case .start, .end: break
        case .sequence(let parts): for part in parts { write(part) }
        case .choice(let branches):
            if !branches.isEmpty { write(branches[Int(generator.next() % UInt64(branches.count))]) }
        case .repeated(let part, let least, let most):
            // Several optional parts share the extra length.
            let highest = min(most ?? least + extra, least + extra)
            let count = extra > 2 ? highest : least + Int(generator.next() % UInt64(highest - least + 1))
            for turn in 0..<max(least, count) {
                if turn >= least, scalars.count >= limit { break }
                write(part)
                if scalars.count > limit, turn >= least { break }
            }
        }
    }

}

/// The scalars of a set from which examples are written.
private enum PatternExampleScalars {
    /// The letters and digits of ASCII in the set, of which one is selected at random.
    case any([Unicode.Scalar])
    /// Another scalar of a set without them.
    case one(Unicode.Scalar)
    case none

    init(of set: ScalarSet) {
        let letters = Self.preferred.filter(set.contains)
        if !letters.isEmpty {
            self = .any(letters)
        } else {
            self = Self.other(in: set).map { .one($0) } ?? .none
        }
    }

    private static func other(in set: ScalarSet) -> Unicode.Scalar? {
        if let scalar = others.first(where: set.contains) { return scalar }
        for range in set.ranges where !set.isNegated {
            for value in range.prefix(64) { if let scalar = Unicode.Scalar(value) { return scalar } }
        }
        guard set.categories == 0 else {
            return (UInt32(0xA0)...0x2_0000).lazy.compactMap { Unicode.Scalar($0) }.first(where: set.contains)
        }
        return set.isNegated ? unlisted(in: set) : nil
    }

    /// Returns a scalar that is in no range of a negated set; nil if the ranges have all scalars up to a limit.
    private static func unlisted(in set: ScalarSet) -> Unicode.Scalar? {
        var value: UInt32 = 0xA0
        while value <= 0x2_0000 {
            if let range = set.ranges.first(where: { $0.contains(value) }) {
                guard range.upperBound < .max else { return nil }
                value = range.upperBound + 1
            } else if let scalar = Unicode.Scalar(value) {
                return scalar
            } else {
                value += 1
            }
        }
        return nil
    }

    private static let preferred = Array(
        "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars
    )
    private static let others = Array("-_. /:,;+*?!@#$%&()[]{}<>=|~^'\"\\`\t\n".unicodeScalars)
}

extension ScalarSet {
    /// Returns whether the set contains a scalar.
    fileprivate func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isListed =
            ranges.contains { $0.contains(scalar.value) }
            || (categories != 0 && categories & (1 << UInt32(GeneralCategories.number(of: scalar))) != 0)
        return isListed != isNegated
    }
}

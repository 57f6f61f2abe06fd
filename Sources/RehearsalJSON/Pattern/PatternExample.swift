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
        for extra in [1, 0, 2, 5, 12, 30, 100, 400, 2_000] {
            var writer = PatternExampleWriter(sets: parser.sets, extra: extra, limit: limit, generator: generator)
            writer.write(tree)
            generator = writer.generator
            // A pattern without `$` permits further characters.
            for padding in [0, max(0, length.lowerBound - writer.scalars.count)] {
                guard length.contains(writer.scalars.count + padding) else { continue }
                let scalars = writer.scalars + [Unicode.Scalar](repeating: "x", count: padding)
                let text = String(String.UnicodeScalarView(scalars))
                if hasMatch(in: Array(text.utf8)) { return text }
            }
        }
        return nil
    }

    private static let maximumExampleLength = 10_000
}

/// A writer of a text that a syntax tree of a pattern matches.
private struct PatternExampleWriter<Generator: RandomNumberGenerator> {
    let sets: [ScalarSet]
    /// The highest number of repetitions beyond the required ones.
    let extra: Int
    /// The length after which nothing optional is written.
    let limit: Int
    private(set) var generator: Generator
    private(set) var scalars: [Unicode.Scalar] = []

    init(sets: [ScalarSet], extra: Int, limit: Int, generator: Generator) {
        (self.sets, self.extra, self.limit, self.generator) = (sets, extra, limit, generator)
    }

    /// Writes a part of the tree, whose depth the parser limits.
    mutating func write(_ tree: PatternTree) {
        switch tree {
        case .set(let number): if let scalar = scalar(of: sets[number]) { scalars.append(scalar) }
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

    /// Returns a scalar of a set, a letter or digit of ASCII if the set has one.
    private mutating func scalar(of set: ScalarSet) -> Unicode.Scalar? {
        let preferred = PatternExampleScalars.preferred.filter(set.contains)
        if !preferred.isEmpty { return preferred[Int(generator.next() % UInt64(preferred.count))] }
        if let scalar = PatternExampleScalars.others.first(where: set.contains) { return scalar }
        for range in set.ranges where !set.isNegated {
            for value in range.prefix(64) { if let scalar = Unicode.Scalar(value) { return scalar } }
        }
        return (UInt32(0xA0)...0x2_0000).lazy.compactMap { Unicode.Scalar($0) }.first(where: set.contains)
    }

}

/// The scalars from which examples are written, in the order of preference.
private enum PatternExampleScalars {
    static let preferred = Array(
        "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars
    )
    static let others = Array("-_. /:,;+*?!@#$%&()[]{}<>=|~^'\"\\`\t\n".unicodeScalars)
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

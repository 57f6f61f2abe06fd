/// A search for the known name that a misspelled name most likely stands for.
package enum NearestName {
    /// Returns the known name with the smallest edit distance, if it is at most a third of the length of the name.
    package static func of(_ name: String, in known: some Sequence<String>) -> String? {
        let letters = Array(name.lowercased().unicodeScalars.prefix(64))
        var best: (name: String, distance: Int)?
        for candidate in known {
            let distance = distance(letters, Array(candidate.lowercased().unicodeScalars.prefix(64)))
            if distance < best?.distance ?? (max(letters.count, candidate.count) / 3 + 1) {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// Returns the number of insertions, deletions, replacements and swaps of adjacent letters.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var older: [Int] = []
        var previous = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var cost = min(previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, older[column - 1] + 1)
                }
                current.append(cost)
            }
            (older, previous) = (previous, current)
        }
        return previous[right.count]
    }
}

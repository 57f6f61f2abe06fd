import Rehearsal

/// Says of values which entries of a recording may hold them: entries that follow each other share a trace.
///
/// However much is recorded, there are no more than so many traces: two become one then, and say less.
struct WrittenTraces {
    private var blocks: [(trace: WrittenTrace, end: Int)] = []
    private let limit: Int

    /// - Parameter limit: how many traces, of 4 KiB each.
    init(limit: Int = 1024) { self.limit = limit }

    /// How many entries have been noted.
    var count: Int { blocks.last?.end ?? 0 }

    /// How many traces there are.
    var blockCount: Int { blocks.count }

    /// Notes the next entry.
    mutating func noteNext(_ note: (inout WrittenTrace) -> Void) {
        if blocks.last?.trace.isFull != false { begin() }
        note(&blocks[blocks.count - 1].trace)
        blocks[blocks.count - 1].end += 1
    }

    private mutating func begin() {
        if blocks.count >= limit {
            blocks = stride(from: 0, to: blocks.count, by: 2).map { index in
                guard index + 1 < blocks.count else { return blocks[index] }
                var (trace, _) = blocks[index]
                trace.note(blocks[index + 1].trace)
                return (trace, blocks[index + 1].end)
            }
        }
        blocks.append((WrittenTrace(), count))
    }

    /// The numbers, from 0, of the entries that may hold one of some values.
    func entries(mayHold values: [[UInt8]]) -> [Int] {
        var start = 0
        return blocks.flatMap { block in
            defer { start = block.end }
            return values.contains(where: block.trace.mayHold) ? Array(start..<block.end) : []
        }
    }
}

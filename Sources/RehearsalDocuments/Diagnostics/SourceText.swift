/// A file that a person wrote: its bytes, and where its lines begin.
package struct SourceText: Sendable {
    /// The file, as it was named by whoever asked.
    package let path: String
    package let bytes: [UInt8]
    private let lineStarts: [Int]
    /// The number of characters before each block of bytes, so that a place in a long line need not be counted.
    private let charactersBefore: [Int]

    private static let block = 1_024

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        lineStarts = bytes.withUnsafeBufferPointer { buffer in
            var starts = [0]
            for index in buffer.indices where buffer[index] == 0x0A { starts.append(index + 1) }
            return starts
        }
        charactersBefore = bytes.withUnsafeBufferPointer { buffer in
            var (counts, count) = ([0], 0)
            for index in buffer.indices {
                if buffer[index] & 0xC0 != 0x80 { count += 1 }
                if (index + 1) % Self.block == 0 { counts.append(count) }
            }
            return counts
        }
    }

    /// A place in a file as people count: lines and characters from 1.
    package struct Position: Sendable, Hashable {
        package var line: Int
        /// In characters (Unicode scalars), not bytes.
        package var column: Int
        /// In characters, at most to the end of the line.
        package var length: Int

        package init(line: Int, column: Int, length: Int) {
            (self.line, self.column, self.length) = (line, column, length)
        }
    }

    /// The line of a byte, from 1.
    package func line(of offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    package func position(of range: Range<Int>) -> Position {
        let line = line(of: range.lowerBound)
        let bounds = bounds(ofLine: line)
        let start = min(range.lowerBound, bounds.upperBound)
        return Position(
            line: line,
            column: characters(in: bounds.lowerBound..<start) + 1,
            length: max(1, characters(in: start..<max(start, min(range.upperBound, bounds.upperBound)))),
        )
    }

    /// The bytes of a line without its end.
    package func bounds(ofLine line: Int) -> Range<Int> {
        let start = lineStarts[line - 1]
        var end = line < lineStarts.count ? lineStarts[line] - 1 : bytes.count
        if end > start, bytes[end - 1] == 0x0D { end -= 1 }
        return start..<max(start, end)
    }

    private func characters(in range: Range<Int>) -> Int {
        characters(before: range.upperBound) - characters(before: range.lowerBound)
    }

    private func characters(before offset: Int) -> Int {
        let block = offset / Self.block
        return bytes.withUnsafeBufferPointer { buffer in
            buffer[(block * Self.block)..<offset].reduce(charactersBefore[block]) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
        }
    }
}

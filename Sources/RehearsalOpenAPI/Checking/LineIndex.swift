import Rehearsal

/// The lines of a file, to convert offsets to positions.
struct LineIndex: Sendable {
    private let starts: [Int]
    /// The number of characters before each block of the file, so that a long line is not counted from its start.
    private let characters: [Int]
    private let bytes: [UInt8]

    private static let blockLength = 4_096

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        (starts, characters) = bytes.withUnsafeBufferPointer { buffer in
            var starts = [0]
            var characters: [Int] = []
            var count = 0
            for index in buffer.indices {
                if index.isMultiple(of: Self.blockLength) { characters.append(count) }
                if buffer[index] == 0x0A { starts.append(index + 1) }
                if Self.beginsCharacter(buffer[index]) { count += 1 }
            }
            return (starts, characters)
        }
    }

    /// Returns the line and the column in characters (Unicode scalars), both from 1.
    func text(of offset: Int) -> String {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        let column = characterCount(before: offset) - characterCount(before: starts[low]) + 1
        return "\(low + 1):\(column)"
    }

    private func characterCount(before offset: Int) -> Int {
        let offset = min(offset, bytes.count)
        // An offset at the end of the last block has no block of its own.
        guard let block = characters.indices.last.map({ min($0, offset / Self.blockLength) }) else { return 0 }
        let rest = bytes[(block * Self.blockLength)..<offset]
        return characters[block] + rest.count { Self.beginsCharacter($0) }
    }

    private static func beginsCharacter(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }
}

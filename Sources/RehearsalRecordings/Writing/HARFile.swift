import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

/// A HAR on disk that entries are put at the end of: it is a document before and after each of them.
final class HARFile {
    private let file: WrittenFile
    /// Where the last entry ends.
    private(set) var end: Int
    /// Where each entry is.
    private(set) var ranges: [Range<Int>]
    var count: Int { ranges.count }

    /// Goes on with a file that holds entries already, of which the last ends there.
    init(_ file: WrittenFile, end: Int, ranges: [Range<Int>]) {
        (self.file, self.end, self.ranges) = (file, end, ranges)
    }

    /// Begins a HAR without entries in a file that is empty.
    init(beginning file: WrittenFile) throws(WrittenFile.Failure) {
        let head = Array(HARText.head.utf8)
        try file.write(head + Array(HARText.tail.utf8), at: 0)
        (self.file, end, ranges) = (file, head.count, [])
    }

    /// Whether it is what is to be found at a path.
    func isThere(_ path: String) -> Bool { file.isThere(path) }

    /// An entry as it is on disk, by its number from 0; nil if it cannot be read.
    func entry(_ number: Int) -> [UInt8]? { try? file.read(ranges[number]) }

    /// Puts entries behind the last one, by one call to the system where it takes them all.
    func append(_ entries: [JSON]) throws(WrittenFile.Failure) {
        var text: [UInt8] = []
        var places: [Range<Int>] = []
        for entry in entries {
            text += HARText.separator(isFirst: count == 0 && text.isEmpty)
            let start = end + text.count
            text += HARText.entry(entry)
            places.append(start..<(end + text.count))
        }
        do throws(WrittenFile.Failure) {
            try file.write(text + Array(HARText.tail.utf8), at: end)
        } catch {
            // A disk that is full has taken some of it: what was a document is one again.
            try? file.write(Array(HARText.tail.utf8), at: end)
            try? file.cut(to: end + HARText.tail.utf8.count)
            throw error
        }
        end += text.count
        ranges += places
    }

    /// The file with other entries in the place of some, by their numbers from 0, and where they all are then.
    func splicing(_ entries: [Int: JSON], into bytes: [UInt8]) -> (bytes: [UInt8], end: Int, ranges: [Range<Int>]) {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + 256 * entries.count)
        var ranges = ranges
        var done = 0
        var shift = 0
        for (number, range) in self.ranges.enumerated() {
            guard let entry = entries[number] else {
                ranges[number] = (range.lowerBound + shift)..<(range.upperBound + shift)
                continue
            }
            output += bytes[done..<range.lowerBound]
            let start = output.count
            output += HARText.entry(entry)
            ranges[number] = start..<output.count
            done = range.upperBound
            shift = output.count - done
        }
        return (output + bytes[done...], end + shift, ranges)
    }
}

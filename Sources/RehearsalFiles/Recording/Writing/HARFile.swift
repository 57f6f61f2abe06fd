import Rehearsal

/// A HAR on disk that entries are put at the end of: it is a document before and after each of them.
final class HARFile {
    private let file: WrittenFile
    /// Where the last entry ends.
    private var end: Int
    private(set) var count: Int

    /// Goes on with a file that holds so many entries already, of which the last ends there.
    init(_ file: WrittenFile, end: Int, count: Int) {
        (self.file, self.end, self.count) = (file, end, count)
    }

    /// Begins a HAR without entries in a file that is empty.
    init(beginning file: WrittenFile) throws(WrittenFile.Failure) {
        let head = Array(HARText.head.utf8)
        try file.write(head + Array(HARText.tail.utf8), at: 0)
        (self.file, end, count) = (file, head.count, 0)
    }

    /// Whether it is what is to be found at a path.
    func isThere(_ path: String) -> Bool { file.isThere(path) }

    /// Puts entries behind the last one, by one call to the system where it takes them all.
    func append(_ entries: [JSON]) throws(WrittenFile.Failure) {
        var text: [UInt8] = []
        for (index, entry) in entries.enumerated() {
            text += HARText.entry(entry, isFirst: count == 0 && index == 0)
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
        count += entries.count
    }
}

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

/// A recording that is on disk already, as far as whoever writes it again has to know it.
struct EarlierRecording {
    /// The day and the entry, by the name of the entry.
    private(set) var entries: [String: (day: String, entry: JSON)] = [:]
    /// Where each entry is.
    private(set) var ranges: [Range<Int>] = []
    /// The files that each entry names.
    private(set) var filesByEntry: [[String]] = []
    /// The files that hold bodies, as the HAR names them.
    private(set) var files: Set<String> = []
    private(set) var greatestSecret = 0
    /// Where the last entry ends; 0 for a file that is empty.
    private(set) var end = 0
    /// Why nothing can be added to it; nil if something can.
    private(set) var problem: String?
    private let folder: String

    /// Reads it to compare with.
    init(_ path: String) throws(FileSystem.Failure) {
        folder = FileName.folder(of: path)
        take(try FileSystem.read(path, limit: Recording.sizeLimit))
    }

    /// Reads it to add to it; what was cut off while it was written is put right first.
    init(repairing path: String, _ file: WrittenFile) throws(WrittenFile.Failure) {
        folder = FileName.folder(of: path)
        let bytes: [UInt8]
        do throws(FileSystem.Failure) {
            bytes = try FileSystem.read(path, limit: Recording.sizeLimit)
        } catch {
            throw .system(error.sentence(about: path))
        }
        if bytes.isEmpty { return }
        let whole = HARRepair.whole(bytes)
        guard let whole, whole.starts(with: HARText.head.utf8), whole.hasSuffix(HARText.tail) else {
            problem = """
                \(path.quoted) was written by something else, so nothing can be added to it: run rehearsal inspect \
                --normalize \(path), or choose another name
                """
            return
        }
        end = whole.count - HARText.tail.utf8.count
        if whole != bytes {
            try file.write(whole, at: 0)
            try file.cut(to: whole.count)
        }
        take(whole)
    }

    private mutating func take(_ bytes: [UInt8]) {
        guard let document = try? JSONDocument(parsing: bytes), let list = document.root["log"]?["entries"] else {
            return
        }
        greatestSecret = Placeholder.numbers(in: bytes).max() ?? 0
        for node in list.elements {
            ranges.append(node.range)
            filesByEntry.append([])
            for content in [node["request"]?["postData"], node["response"]?["content"]] {
                guard let file = content?["_file"]?.string else { continue }
                filesByEntry[filesByEntry.count - 1].append(file)
                guard files.insert(file).inserted else { continue }
                greatestSecret = max(greatestSecret, Placeholder.numbers(in: body(file)).max() ?? 0)
            }
            guard let name = node["_name"]?.string, let moment = node["startedDateTime"]?.string,
                let entry = try? JSON(parsing: Array(bytes[node.range]))
            else { continue }
            entries[name] = (String(moment.prefix(10)), entry)
        }
    }

    private func body(_ file: String) -> [UInt8] {
        (try? FileSystem.read(FileName.join(folder, file), limit: Recording.sizeLimit)) ?? []
    }

    /// The day on which an entry was recorded, if it would be no other today: what did not change has no new date.
    func day(of name: String, if entry: (String) -> JSON, _ files: [(name: String, bytes: [UInt8])]) -> String? {
        guard let known = entries[name], entry(known.day) == known.entry else { return nil }
        let stem = known.entry.files.first.map { FileName.folder(of: $0) } ?? ""
        return files.allSatisfy { body(FileName.join(stem, $0.name)) == $0.bytes } ? known.day : nil
    }
}

extension JSON {
    /// The files that an entry names.
    package var files: [String] {
        guard case .object(let members) = self else { return [] }
        return members.flatMap { member -> [String] in
            if member.name == "_file", case .string(let file) = member.value { return [file] }
            return member.value.files
        }
    }
}

extension [UInt8] {
    fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}

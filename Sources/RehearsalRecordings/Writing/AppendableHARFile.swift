import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

/// A HAR file to which entries are appended. The file is valid JSON before and after each append.
final class AppendableHARFile {
    private let file: LockedFile
    /// The offset after the last entry.
    private(set) var end: Int
    /// The byte ranges of the entries.
    private(set) var ranges: [Range<Int>]
    var count: Int { ranges.count }

    /// Opens a file that already contains entries, the last of which ends at `end`.
    init(_ file: LockedFile, end: Int, ranges: [Range<Int>]) {
        (self.file, self.end, self.ranges) = (file, end, ranges)
    }

    /// Writes a HAR document without entries to an empty file.
    init(beginning file: LockedFile) throws(LockedFile.Failure) {
        let head = Array(HARText.head.utf8)
        try file.write(head + Array(HARText.tail.utf8), at: 0)
        (self.file, end, ranges) = (file, head.count, [])
    }

    /// Whether a path still names this file.
    func isSameFile(_ path: String) -> Bool { file.isSameFile(path) }

    /// Returns the bytes of an entry by its index from 0; nil if it cannot be read.
    func entry(_ number: Int) -> [UInt8]? { try? file.read(ranges[number]) }

    /// Appends entries with a single write, if the system accepts all bytes at once.
    func append(_ entries: [JSON]) throws(LockedFile.Failure) {
        var text: [UInt8] = []
        var newRanges: [Range<Int>] = []
        for entry in entries {
            text += HARText.separator(isFirst: count == 0 && text.isEmpty)
            let start = end + text.count
            text += HARText.entry(entry)
            newRanges.append(start..<(end + text.count))
        }
        do throws(LockedFile.Failure) {
            try file.write(text + Array(HARText.tail.utf8), at: end)
        } catch {
            // After a partial write, for example on a full disk, the file is restored to valid JSON.
            try? file.write(Array(HARText.tail.utf8), at: end)
            try? file.truncate(to: end + HARText.tail.utf8.count)
            throw error
        }
        end += text.count
        ranges += newRanges
    }

    /// Returns the file with some entries replaced, by their indexes from 0, and the new ranges of all entries.
    func replacing(_ entries: [Int: JSON], into bytes: [UInt8]) -> (bytes: [UInt8], end: Int, ranges: [Range<Int>]) {
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

/// The state of a recording on disk that a writer appends to or replaces.
struct ExistingRecording {
    /// The date and the JSON of each entry, by the name of the entry.
    private(set) var entries: [String: (day: String, entry: JSON)] = [:]
    private(set) var ranges: [Range<Int>] = []
    /// The body files that each entry names.
    private(set) var filesByEntry: [[String]] = []
    /// The body files of all entries, as the HAR file names them.
    private(set) var bodyFiles: Set<String> = []
    private(set) var highestSecretNumber = 0
    /// The offset after the last entry; 0 for an empty file.
    private(set) var end = 0
    /// The reason why entries cannot be appended; nil if they can.
    private(set) var appendProblem: String?
    private let folder: String

    /// Reads a recording for comparison.
    init(_ path: String) throws(FileSystem.Failure) {
        folder = FilePath.folder(of: path)
        readEntries(try FileSystem.read(path, limit: Recording.sizeLimit))
    }

    /// Reads a recording to append to it, and repairs an entry that was cut off by an interrupted write.
    init(repairing path: String, _ file: LockedFile) throws(LockedFile.Failure) {
        folder = FilePath.folder(of: path)
        let bytes: [UInt8]
        do throws(FileSystem.Failure) {
            bytes = try FileSystem.read(path, limit: Recording.sizeLimit)
        } catch {
            throw .system(error.message(about: path))
        }
        if bytes.isEmpty { return }
        let complete = HARRepair.repaired(bytes)
        guard let complete, complete.starts(with: HARText.head.utf8), complete.hasSuffix(HARText.tail) else {
            appendProblem = """
                \(path.quoted) was not written by rehearsal, so nothing can be appended to it: run rehearsal inspect \
                --normalize \(path), or choose another name
                """
            return
        }
        end = complete.count - HARText.tail.utf8.count
        if complete != bytes {
            try file.write(complete, at: 0)
            try file.truncate(to: complete.count)
        }
        readEntries(complete)
    }

    private mutating func readEntries(_ bytes: [UInt8]) {
        guard let document = try? JSONDocument(parsing: bytes), let list = document.root["log"]?["entries"] else {
            return
        }
        highestSecretNumber = Placeholder.numbers(in: bytes).max() ?? 0
        for node in list.elements {
            ranges.append(node.range)
            filesByEntry.append([])
            for content in [node["request"]?["postData"], node["response"]?["content"]] {
                guard let file = content?["_file"]?.string else { continue }
                filesByEntry[filesByEntry.count - 1].append(file)
                guard bodyFiles.insert(file).inserted else { continue }
                highestSecretNumber = max(highestSecretNumber, Placeholder.numbers(in: body(file)).max() ?? 0)
            }
            guard let name = node["_name"]?.string, let moment = node["startedDateTime"]?.string,
                let entry = try? JSON(parsing: Array(bytes[node.range]))
            else { continue }
            entries[name] = (String(moment.prefix(10)), entry)
        }
    }

    private func body(_ file: String) -> [UInt8] {
        (try? FileSystem.read(FilePath.join(folder, file), limit: Recording.sizeLimit)) ?? []
    }

    /// Returns the recorded date of an entry whose content did not change, which keeps this date; nil if it changed.
    func day(of name: String, matching entry: (String) -> JSON, _ files: [(name: String, bytes: [UInt8])]) -> String? {
        guard let recorded = entries[name], entry(recorded.day) == recorded.entry else { return nil }
        let stem = recorded.entry.bodyFiles.first.map { FilePath.folder(of: $0) } ?? ""
        return files.allSatisfy { body(FilePath.join(stem, $0.name)) == $0.bytes } ? recorded.day : nil
    }
}

extension JSON {
    /// The body files that an entry names.
    package var bodyFiles: [String] {
        guard case .object(let members) = self else { return [] }
        return members.flatMap { member -> [String] in
            if member.name == "_file", case .string(let file) = member.value { return [file] }
            return member.value.bodyFiles
        }
    }
}

extension [UInt8] {
    fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}

import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

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

import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalRedaction

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The paths of a recording: `Recordings/users.har` and `Recordings/users/`, or a staging folder until it is complete.
struct RecordingPlace {
    /// The path as the user wrote it.
    let shown: String
    let folderName: String
    let isAside: Bool
    private let parent: String

    init(_ path: String, isAside: Bool) {
        shown = path
        parent = FileName.folder(of: path)
        folderName = FileName.stem(of: path)
        self.isAside = isAside
    }

    /// The staging folder of a recording that replaces another: `Recordings/users.unfinished`.
    private var stagingFolder: String { FileName.join(parent, "\(folderName).unfinished") }
    private var stagedHAR: String { FileName.join(stagingFolder, FileName.last(of: shown)) }
    private var stagedBodyFolder: String { FileName.join(stagingFolder, folderName) }
    /// A list of body files that become obsolete. If it exists, the staged recording is complete.
    private var leaving: String { FileName.join(stagingFolder, "leaving") }

    var har: String { isAside ? stagedHAR : shown }
    var folder: String { isAside ? stagedBodyFolder : finishedFolder }
    var finishedFolder: String { FileName.join(parent, folderName) }

    /// Creates the parent folders, and recovers from an interrupted run.
    func prepare() throws(WrittenFile.Failure) {
        try recover()
        try make(isAside ? stagingFolder : parent)
    }

    func prepareFolder() throws(WrittenFile.Failure) { try make(folder) }

    /// Commits a staged recording that is complete and removes an incomplete one. A recording in use is left alone.
    func recover() throws(WrittenFile.Failure) {
        guard let written = [stagedHAR, shown].first(where: FileSystem.isFile) else { return remove(stagingFolder) }
        var lock: WrittenFile?
        do throws(WrittenFile.Failure) {
            lock = try WrittenFile(written)
        } catch {
            if case .isWritten = error {
                if isAside, written == stagedHAR { throw error }
                return
            }
        }
        defer { withExtendedLifetime(lock) {} }
        removeParts()
        if FileSystem.isFile(leaving) { try commit() }
        remove(stagingFolder)
    }

    /// Removes temporary files that an interrupted `WrittenFile.replace` left behind.
    private func removeParts() {
        remove(FileName.join(parent, ".\(FileName.last(of: shown)).part"))
        for name in Self.all(in: finishedFolder) where name.hasPrefix(".") && name.hasSuffix(".part") {
            remove(FileName.join(finishedFolder, name))
        }
    }

    /// Moves the staged recording to its final place. The HAR file and its bodies are consistent at each step.
    ///
    /// - Parameter isEmpty: Whether nothing was recorded, in which case the existing recording stays.
    func finish(isEmpty: Bool, earlier: EarlierRecording?) throws(WrittenFile.Failure) {
        guard isAside else { return }
        if !isEmpty {
            let staying = Set(FileSystem.names(in: stagedBodyFolder))
            let named = (earlier?.files ?? []).filter { FileName.folder(of: $0) == folderName }
            try note(leaving: named.map { FileName.last(of: $0) }.filter { !staying.contains($0) })
            try commit()
        }
        remove(stagingFolder)
    }

    /// Writes the list of obsolete body files, before the HAR file that no longer names them.
    func note(leaving names: [String]) throws(WrittenFile.Failure) {
        try make(stagingFolder)
        try WrittenFile.replace(leaving, Array(names.joined(separator: "\n").utf8))
    }

    /// Removes obsolete body files, and then their list.
    func removeLeaving(_ names: [String]) {
        remove(names, in: folder)
        if isAside { return }
        remove(leaving)
        // Another process may have started a replacement in the same staging folder.
        if Self.all(in: stagingFolder).isEmpty { remove(stagingFolder) }
    }

    private func remove(_ names: [String], in folder: String) {
        for name in names where FileName.last(of: name) == name && !name.hasPrefix(".") {
            remove(FileName.join(folder, name))
        }
    }

    /// Completes a staged recording, which may stem from a process that was killed.
    private func commit() throws(WrittenFile.Failure) {
        let bodies = FileSystem.names(in: stagedBodyFolder)
        if !bodies.isEmpty { try make(finishedFolder) }
        for name in bodies {
            try WrittenFile.move(FileName.join(stagedBodyFolder, name), to: FileName.join(finishedFolder, name))
        }
        if FileSystem.isFile(stagedHAR) { try WrittenFile.move(stagedHAR, to: shown) }
        let noted = (try? FileSystem.read(leaving, limit: Recording.sizeLimit)) ?? []
        let har = (try? FileSystem.read(shown, limit: Recording.sizeLimit)) ?? []
        let names = noted.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        // The process that wrote the list may have been killed before it replaced the HAR file.
        let left = names.filter { har.start(of: Array("\(folderName)/\($0)\"".utf8), from: 0) == nil }
        remove(left, in: finishedFolder)
        if FileSystem.isFolder(finishedFolder), Self.all(in: finishedFolder).isEmpty { remove(finishedFolder) }
    }

    private static func all(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private func make(_ folder: String) throws(WrittenFile.Failure) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw .system("the folder \(folder) cannot be created")
        }
    }

    private func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}

/// A generator of unique entry names: the method and the path, and a number from the second on, as in `get-users-2`.
struct EntryName {
    private var taken: Set<String>
    /// The last number per base name, so that the next one is found without a search.
    private var last: [String: Int] = [:]

    init(taken: Set<String> = []) { self.taken = taken }

    /// Returns a unique name and reserves it.
    ///
    /// - Parameter url: The redacted URL.
    mutating func next(_ method: String, _ url: String) -> String {
        let base = Self.base(method, url)
        if taken.insert(base).inserted { return base }
        var number = (last[base] ?? 1) + 1
        while Self.isSecret("\(base)-\(number)") || !taken.insert("\(base)-\(number)").inserted { number += 1 }
        last[base] = number
        return "\(base)-\(number)"
    }

    /// Reserves a given name if it is a valid file name and no other entry has it.
    mutating func take(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count <= 100, !name.hasPrefix("."), !name.hasPrefix("-"),
            name.utf8.allSatisfy({ $0.isAlphanumeric(or: "-._") })
        else { return false }
        return taken.insert(name).inserted
    }

    /// Whether a name was generated from a URL with a secret, and the redacted URL would have another name.
    ///
    /// Such a name may contain a part of the secret.
    static func isMade(_ name: String, _ method: String, of url: String, cleanedTo clean: String) -> Bool {
        guard url != clean else { return false }
        let base = base(method, url)
        guard name.hasPrefix(base), base != Self.base(method, clean) else { return false }
        let number = name.dropFirst(base.count)
        return number.isEmpty || number.hasPrefix("-") && number.dropFirst().utf8.allSatisfy(\.isDigit)
    }

    private static let longest = 60

    private static func base(_ method: String, _ url: String) -> String {
        let path = (try? RecordedURL(url))?.path ?? "/"
        var name = PlainName.of(method)
        let segments = path.split(separator: "/").map { PlainName.of(String(decoding: decoded($0), as: UTF8.self)) }
            .filter { !$0.isEmpty }
        for segment in segments.isEmpty ? ["root"] : segments {
            guard name.utf8.count + segment.utf8.count < longest else {
                let rest = longest - 1 - name.utf8.count
                if rest > 8 { name += "-" + segment.prefix(rest) }
                break
            }
            name += "-" + segment
        }
        while name.hasSuffix("-") { name.removeLast() }
        if isSecret(name) { name = PlainName.of(method) + "-redacted" }
        return name.isEmpty ? "entry" : name
    }

    /// Whether a name looks like a secret. A dash may join parts that other characters of the URL separate.
    private static func isSecret(_ name: String) -> Bool { !SecretShape.all(in: Array(name.utf8)).isEmpty }

    /// Returns the decoded segment, with placeholders reduced to their form without a number.
    private static func decoded(_ segment: Substring) -> [UInt8] {
        let bytes = PercentEncoding.decoded(Array(segment.utf8), plusIsSpace: false)
        return Placeholder.isOpen(bytes) ? Placeholder.unnumbered(bytes) : bytes
    }
}

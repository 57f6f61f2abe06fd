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
struct RecordingPaths {
    /// The path as the user wrote it.
    let shown: String
    let folderName: String
    let isStaged: Bool
    private let parent: String

    init(_ path: String, isStaged: Bool) {
        shown = path
        parent = FilePath.folder(of: path)
        folderName = FilePath.stem(of: path)
        self.isStaged = isStaged
    }

    /// The staging folder of a recording that replaces another: `Recordings/users.unfinished`.
    private var stagingFolder: String { FilePath.join(parent, "\(folderName).unfinished") }
    private var stagedHAR: String { FilePath.join(stagingFolder, FilePath.lastComponent(of: shown)) }
    private var stagedBodyFolder: String { FilePath.join(stagingFolder, folderName) }
    /// The file that lists obsolete body files. If it exists, the staged recording is complete.
    private var obsoleteList: String { FilePath.join(stagingFolder, "leaving") }

    var har: String { isStaged ? stagedHAR : shown }
    var folder: String { isStaged ? stagedBodyFolder : finishedFolder }
    var finishedFolder: String { FilePath.join(parent, folderName) }

    /// Creates the parent folders, and recovers from an interrupted run.
    func prepare() throws(LockedFile.Failure) {
        try recover()
        try make(isStaged ? stagingFolder : parent)
    }

    func prepareFolder() throws(LockedFile.Failure) { try make(folder) }

    /// Commits a staged recording that is complete and removes an incomplete one. A recording in use is not changed.
    func recover() throws(LockedFile.Failure) {
        guard let written = [stagedHAR, shown].first(where: FileSystem.isFile) else { return remove(stagingFolder) }
        var lock: LockedFile?
        do throws(LockedFile.Failure) {
            lock = try LockedFile(written)
        } catch {
            if case .isLocked = error {
                if isStaged, written == stagedHAR { throw error }
                return
            }
        }
        defer { withExtendedLifetime(lock) {} }
        removeParts()
        if FileSystem.isFile(obsoleteList) { try commit() }
        remove(stagingFolder)
    }

    /// Removes temporary files that an interrupted `LockedFile.replace` did not remove.
    private func removeParts() {
        remove(FilePath.join(parent, ".\(FilePath.lastComponent(of: shown)).part"))
        for name in Self.all(in: finishedFolder) where name.hasPrefix(".") && name.hasSuffix(".part") {
            remove(FilePath.join(finishedFolder, name))
        }
    }

    /// Moves the staged recording to its final place. The HAR file and its bodies are consistent at each step.
    ///
    /// - Parameter isEmpty: Whether nothing was recorded, in which case the existing recording stays.
    func finish(isEmpty: Bool, earlier: ExistingRecording?) throws(LockedFile.Failure) {
        guard isStaged else { return }
        if !isEmpty {
            let stagedNames = Set(FileSystem.names(in: stagedBodyFolder))
            let named = (earlier?.bodyFiles ?? []).filter { FilePath.folder(of: $0) == folderName }
            try recordObsolete(
                leaving: named.map { FilePath.lastComponent(of: $0) }.filter { !stagedNames.contains($0) }
            )
            try commit()
        }
        remove(stagingFolder)
    }

    /// Writes the list of obsolete body files, before the HAR file that no longer names them.
    func recordObsolete(leaving names: [String]) throws(LockedFile.Failure) {
        try make(stagingFolder)
        try LockedFile.replace(obsoleteList, Array(names.joined(separator: "\n").utf8))
    }

    /// Removes obsolete body files, and then their list.
    func removeObsolete(_ names: [String]) {
        remove(names, in: folder)
        if isStaged { return }
        remove(obsoleteList)
        // Another process may have started a replacement in the same staging folder.
        if Self.all(in: stagingFolder).isEmpty { remove(stagingFolder) }
    }

    private func remove(_ names: [String], in folder: String) {
        for name in names where FilePath.lastComponent(of: name) == name && !name.hasPrefix(".") {
            remove(FilePath.join(folder, name))
        }
    }

    /// Moves a staged recording to its final place. The process that wrote it may have been killed.
    private func commit() throws(LockedFile.Failure) {
        let bodies = FileSystem.names(in: stagedBodyFolder)
        if !bodies.isEmpty { try make(finishedFolder) }
        for name in bodies {
            try LockedFile.move(FilePath.join(stagedBodyFolder, name), to: FilePath.join(finishedFolder, name))
        }
        if FileSystem.isFile(stagedHAR) { try LockedFile.move(stagedHAR, to: shown) }
        let list = (try? FileSystem.read(obsoleteList, limit: Recording.sizeLimit)) ?? []
        let har = (try? FileSystem.read(shown, limit: Recording.sizeLimit)) ?? []
        let names = list.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        // The process that wrote the list may have been killed before it replaced the HAR file.
        let obsolete = names.filter { har.start(of: Array("\(folderName)/\($0)\"".utf8), from: 0) == nil }
        remove(obsolete, in: finishedFolder)
        if FileSystem.isFolder(finishedFolder), Self.all(in: finishedFolder).isEmpty { remove(finishedFolder) }
    }

    private static func all(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private func make(_ folder: String) throws(LockedFile.Failure) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw .system("the folder \(folder) cannot be created")
        }
    }

    private func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}

/// A generator of unique entry names: the method and the path, and a number from the second on, as in `get-users-2`.
struct EntryNameGenerator {
    private var usedNames: Set<String>
    /// The last number per base name, so that the next one is found without a search.
    private var lastNumbers: [String: Int] = [:]

    init(taken: Set<String> = []) { usedNames = taken }

    /// Returns a unique name and reserves it.
    ///
    /// - Parameter url: The redacted URL.
    mutating func next(_ method: String, _ url: String) -> String {
        let base = Self.base(method, url)
        if usedNames.insert(base).inserted { return base }
        var number = (lastNumbers[base] ?? 1) + 1
        while Self.isSecret("\(base)-\(number)") || !usedNames.insert("\(base)-\(number)").inserted { number += 1 }
        lastNumbers[base] = number
        return "\(base)-\(number)"
    }

    /// Reserves a name, and returns whether it is a valid file name that no other entry has.
    mutating func reserve(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count <= 100, !name.hasPrefix("."), !name.hasPrefix("-"),
            name.utf8.allSatisfy({ $0.isAlphanumeric(or: "-._") })
        else { return false }
        return usedNames.insert(name).inserted
    }

    /// Whether a name was generated from a URL with a secret, and the redacted URL would have another name.
    ///
    /// Such a name may contain a part of the secret.
    static func isDerived(_ name: String, _ method: String, of url: String, cleanedTo clean: String) -> Bool {
        guard url != clean else { return false }
        let base = base(method, url)
        guard name.hasPrefix(base), base != Self.base(method, clean) else { return false }
        let number = name.dropFirst(base.count)
        return number.isEmpty || number.hasPrefix("-") && number.dropFirst().utf8.allSatisfy(\.isDigit)
    }

    private static let maximumLength = 60

    private static func base(_ method: String, _ url: String) -> String {
        let path = (try? RecordedURL(url))?.path ?? "/"
        var name = FileNameSlug.of(method)
        let segments = path.split(separator: "/").map { FileNameSlug.of(String(decoding: decoded($0), as: UTF8.self)) }
            .filter { !$0.isEmpty }
        for segment in segments.isEmpty ? ["root"] : segments {
            guard name.utf8.count + segment.utf8.count < maximumLength else {
                let rest = maximumLength - 1 - name.utf8.count
                if rest > 8 { name += "-" + segment.prefix(rest) }
                break
            }
            name += "-" + segment
        }
        while name.hasSuffix("-") { name.removeLast() }
        if isSecret(name) { name = FileNameSlug.of(method) + "-redacted" }
        return name.isEmpty ? "entry" : name
    }

    /// Whether a name looks like a secret. A dash may join parts that other characters of the URL separate.
    private static func isSecret(_ name: String) -> Bool { !DetectedSecret.detect(in: Array(name.utf8)).isEmpty }

    /// Returns the decoded segment, with placeholders reduced to their form without a number.
    private static func decoded(_ segment: Substring) -> [UInt8] {
        let bytes = PercentEncoding.decoded(Array(segment.utf8), plusIsSpace: false)
        return Placeholder.hasPlaceholder(bytes) ? Placeholder.normalized(bytes) : bytes
    }
}

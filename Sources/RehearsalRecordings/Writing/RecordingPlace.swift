import RehearsalDocuments
import RehearsalPlatform
import RehearsalRedaction

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a recording is on disk: `Recordings/users.har` and `Recordings/users/`, or aside of them until it is whole.
struct RecordingPlace {
    /// As it is named to people.
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

    /// What holds a recording that is to take the place of another: `Recordings/users.unfinished`.
    private var aside: String { FileName.join(parent, "\(folderName).unfinished") }
    private var asideHAR: String { FileName.join(aside, FileName.last(of: shown)) }
    private var asideFolder: String { FileName.join(aside, folderName) }
    /// The names of bodies that nothing will say any more; where it is there, what is aside is whole.
    private var leaving: String { FileName.join(aside, "leaving") }

    var har: String { isAside ? asideHAR : shown }
    var folder: String { isAside ? asideFolder : finishedFolder }
    var finishedFolder: String { FileName.join(parent, folderName) }

    /// Makes the folders above it, and ends what a run that was killed had begun.
    func prepare() throws(WrittenFile.Failure) {
        try recover()
        try make(isAside ? aside : parent)
    }

    func prepareFolder() throws(WrittenFile.Failure) { try make(folder) }

    /// What was whole takes its place, what was not is given up, and nobody else is disturbed.
    func recover() throws(WrittenFile.Failure) {
        guard let written = [asideHAR, shown].first(where: FileSystem.isFile) else { return remove(aside) }
        var lock: WrittenFile?
        do throws(WrittenFile.Failure) {
            lock = try WrittenFile(written)
        } catch {
            if case .isWritten = error {
                if isAside, written == asideHAR { throw error }
                return
            }
        }
        defer { withExtendedLifetime(lock) {} }
        removeParts()
        if FileSystem.isFile(leaving) { try settle() }
        remove(aside)
    }

    /// Removes what `WrittenFile.replace` leaves behind if it is killed.
    private func removeParts() {
        remove(FileName.join(parent, ".\(FileName.last(of: shown)).part"))
        for name in Self.all(in: finishedFolder) where name.hasPrefix(".") && name.hasSuffix(".part") {
            remove(FileName.join(finishedFolder, name))
        }
    }

    /// Puts what is aside where it belongs; at each step the HAR and the bodies that it names can be read.
    ///
    /// - Parameter isEmpty: nothing was recorded, so that what is there is the better one.
    func finish(isEmpty: Bool, earlier: EarlierRecording?) throws(WrittenFile.Failure) {
        guard isAside else { return }
        if !isEmpty {
            let staying = Set(FileSystem.names(in: asideFolder))
            let named = (earlier?.files ?? []).filter { FileName.folder(of: $0) == folderName }
            try note(leaving: named.map { FileName.last(of: $0) }.filter { !staying.contains($0) })
            try settle()
        }
        remove(aside)
    }

    /// Remembers, before the HAR is another one, which bodies it will not name.
    func note(leaving names: [String]) throws(WrittenFile.Failure) {
        try make(aside)
        try WrittenFile.replace(leaving, Array(names.joined(separator: "\n").utf8))
    }

    /// Removes the bodies that the HAR does not name any more, and the note.
    func removeLeaving(_ names: [String]) {
        remove(names, in: folder)
        if isAside { return }
        remove(leaving)
        // Another process may have begun one that is to take the place of this.
        if Self.all(in: aside).isEmpty { remove(aside) }
    }

    private func remove(_ names: [String], in folder: String) {
        for name in names where FileName.last(of: name) == name && !name.hasPrefix(".") {
            remove(FileName.join(folder, name))
        }
    }

    /// Does what is left to be done of a recording that is whole: it may have been begun by a process that is no more.
    private func settle() throws(WrittenFile.Failure) {
        let bodies = FileSystem.names(in: asideFolder)
        if !bodies.isEmpty { try make(finishedFolder) }
        for name in bodies {
            try WrittenFile.move(FileName.join(asideFolder, name), to: FileName.join(finishedFolder, name))
        }
        if FileSystem.isFile(asideHAR) { try WrittenFile.move(asideHAR, to: shown) }
        let noted = (try? FileSystem.read(leaving, limit: Recording.sizeLimit)) ?? []
        let har = (try? FileSystem.read(shown, limit: Recording.sizeLimit)) ?? []
        let names = noted.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        // Whoever noted them may have been killed before the HAR was another one.
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
            throw .system("the folder \(folder) cannot be made")
        }
    }

    private func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}

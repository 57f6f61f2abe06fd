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
    private let isAside: Bool
    private let parent: String

    init(_ path: String, isAside: Bool) {
        shown = path
        parent = FileName.folder(of: path)
        folderName = FileName.stem(of: path)
        self.isAside = isAside
    }

    /// What holds a recording that is to take the place of another: `Recordings/users.unfinished`.
    private var aside: String { FileName.join(parent, "\(folderName).unfinished") }
    private var current: String { isAside ? aside : parent }

    var har: String { isAside ? FileName.join(aside, FileName.last(of: shown)) : shown }
    var folder: String { FileName.join(current, folderName) }
    var finishedFolder: String { FileName.join(parent, folderName) }

    /// Makes the folders above it; what a run that was killed left aside is given up.
    func prepare() throws(WrittenFile.Failure) {
        if isAside { remove(aside) }
        try make(current)
    }

    func prepareFolder() throws(WrittenFile.Failure) { try make(folder) }

    /// Puts what is aside where it belongs.
    ///
    /// - Parameter isEmpty: nothing was recorded, so that what is there is the better one.
    func finish(isEmpty: Bool, earlier: EarlierRecording?) throws(WrittenFile.Failure) {
        guard isAside else { return }
        guard !isEmpty else {
            remove(aside)
            return
        }
        let old = FileName.join(aside, "before")
        let hasOld = FileSystem.isFolder(finishedFolder)
        if hasOld { try WrittenFile.move(finishedFolder, to: old) }
        if FileSystem.isFolder(folder) { try WrittenFile.move(folder, to: finishedFolder) }
        try WrittenFile.move(har, to: shown)
        if hasOld { try keepOthers(in: old, than: earlier?.files ?? []) }
        remove(aside)
    }

    /// What somebody else put beside the bodies stays.
    private func keepOthers(in old: String, than bodies: Set<String>) throws(WrittenFile.Failure) {
        let others = FileSystem.names(in: old).filter { !bodies.contains("\(folderName)/\($0)") }
        if others.isEmpty { return }
        try make(finishedFolder)
        for name in others where FileSystem.realPath(FileName.join(finishedFolder, name)) == nil {
            try WrittenFile.move(FileName.join(old, name), to: FileName.join(finishedFolder, name))
        }
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

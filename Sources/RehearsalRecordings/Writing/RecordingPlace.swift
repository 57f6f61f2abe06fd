import Rehearsal
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

/// What entries are called: the method and the path, and a number from the second on, as `get-users-2`.
struct EntryName {
    private var taken: Set<String>
    /// The number that was given last, so that the thousandth is found at once.
    private var last: [String: Int] = [:]

    init(taken: Set<String> = []) { self.taken = taken }

    /// A name that no other entry has.
    ///
    /// - Parameter url: without its secrets.
    mutating func next(_ method: String, _ url: String) -> String {
        let base = Self.base(method, url)
        if taken.insert(base).inserted { return base }
        var number = (last[base] ?? 1) + 1
        while Self.isSecret("\(base)-\(number)") || !taken.insert("\(base)-\(number)").inserted { number += 1 }
        last[base] = number
        return "\(base)-\(number)"
    }

    /// Takes a name that somebody chose, if it can be that of a file and no other entry has it.
    mutating func take(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count <= 100, !name.hasPrefix("."), !name.hasPrefix("-"),
            name.utf8.allSatisfy({ $0.isAlphanumeric(or: "-._") })
        else { return false }
        return taken.insert(name).inserted
    }

    /// Whether a name was made of a URL that is another one without its secrets, and would be another name too: it may
    /// hold a part of one.
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

    /// Whether a name looks like a secret: a dash may join what other characters of the URL separate.
    private static func isSecret(_ name: String) -> Bool { !SecretShape.all(in: Array(name.utf8)).isEmpty }

    /// A placeholder says by its number what the name of a file need not.
    private static func decoded(_ segment: Substring) -> [UInt8] {
        let bytes = PercentEncoding.decoded(Array(segment.utf8), plusIsSpace: false)
        return Placeholder.isOpen(bytes) ? Placeholder.unnumbered(bytes) : bytes
    }
}

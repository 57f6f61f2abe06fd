import RehearsalPlatform

/// A folder that one user has to themselves, for what nobody else may read.
struct OwnedFolder: Sendable {
    let path: String
    /// Whose it has to be.
    var user = geteuid()

    /// Why it is not used.
    enum Failure: Error, Sendable, Hashable {
        case missing
        case isNoFolder
        case isForeign
        /// Others may look into it; with its permissions.
        case isOpen(String)
        /// What the system says.
        case system(String)
    }

    /// Makes it where it is not there.
    func make() throws(Failure) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw Self.lastFailure }
        try check()
    }

    /// - Throws: why nothing in it is to be trusted.
    func check() throws(Failure) {
        var status = stat()
        // Not what a link leads to: who made the link may turn it.
        guard lstat(path, &status) == 0 else { throw errno == ENOENT ? .missing : Self.lastFailure }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .isNoFolder }
        guard status.st_uid == user else { throw .isForeign }
        guard status.st_mode & 0o077 == 0 else { throw .isOpen(String(status.st_mode & 0o777, radix: 8)) }
    }

    /// Puts a file in its place at once: whoever reads it reads all of it, or what was there before.
    func write(_ name: String, _ text: String) throws(Failure) {
        try make()
        let draft = "\(path)/.\(name).\(getpid())"
        unlink(draft)
        guard let descriptor = try? Descriptor.createNew(draft) else { throw Self.lastFailure }
        let isWhole = descriptor.write(text)
        descriptor.close()
        guard isWhole, rename(draft, "\(path)/\(name)") == 0 else {
            let failure = Self.lastFailure
            unlink(draft)
            throw failure
        }
    }

    func remove(_ name: String) { Self.removeFile("\(path)/\(name)") }

    static func removeFile(_ path: String) { unlink(path) }
    static func moveFile(_ path: String, to name: String) -> Bool { rename(path, name) == 0 }

    /// Opens a new file, for something that has no name of its own yet.
    func draft(_ suffix: String) throws(Failure) -> (path: String, descriptor: Descriptor) {
        try make()
        let draft = "\(path)/.\(getpid())\(suffix)"
        unlink(draft)
        guard let descriptor = try? Descriptor.createNew(draft) else { throw Self.lastFailure }
        return (draft, descriptor)
    }

    /// Whether a process is there, whoever's it is.
    static func isAlive(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

    private static var lastFailure: Failure { .system(String(cString: strerror(errno))) }
}

extension OwnedFolder {
    /// The folder of this user, `NAME-UID`, in a folder where each user may have one of that name.
    init(_ name: String, in parent: String) {
        self.init(path: (parent.hasSuffix("/") ? parent : parent + "/") + "\(name)-\(geteuid())")
    }
}

/// The end of a server that was asked to end: it takes back what it wrote of itself as its last act.
struct ServerEnd: Sendable {
    let state: StateFile
    let folder: StateFolder

    /// Between two looks: a process that is no child of this one tells nobody of its end.
    private static let pause: UInt32 = 5_000

    init(of state: StateFile, in folder: StateFolder) { (self.state, self.folder) = (state, folder) }

    /// Returns when it has ended, or false when it has not for that long.
    func wait(atMost limit: Duration) -> Bool {
        let deadline = ContinuousClock.now + limit
        while folder.holds(state), OwnedFolder.isAlive(state.process) {
            if deadline < .now { return false }
            usleep(Self.pause)
        }
        folder.remove(state)
        return true
    }
}

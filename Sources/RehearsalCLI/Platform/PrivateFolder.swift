import RehearsalPlatform

/// A folder that only its owner can access, for files with secrets.
struct PrivateFolder: Sendable {
    let path: String
    /// The required owner.
    var user = geteuid()

    /// An error that prevents the use of the folder.
    enum Failure: Error, Sendable, Hashable {
        case missing
        case notAFolder
        case otherOwner
        /// Other users can access the folder. The value is the folder's permissions in octal.
        case accessibleToOthers(String)
        /// An error of the operating system, with its message.
        case system(String)
    }

    /// Creates the folder if it does not exist, and checks it.
    func createIfMissing() throws(Failure) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw Self.lastFailure }
        try check()
    }

    /// Checks that the folder exists and that only its owner can access it.
    func check() throws(Failure) {
        var status = stat()
        // A symbolic link is rejected, because its owner may change its target.
        guard lstat(path, &status) == 0 else { throw errno == ENOENT ? .missing : Self.lastFailure }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder }
        guard status.st_uid == user else { throw .otherOwner }
        guard status.st_mode & 0o077 == 0 else { throw .accessibleToOthers(String(status.st_mode & 0o777, radix: 8)) }
    }

    /// Replaces a file atomically: a reader sees either the old or the new contents, never a part.
    func write(_ name: String, _ text: String) throws(Failure) {
        try createIfMissing()
        let draft = "\(path)/.\(name).\(getpid())"
        unlink(draft)
        guard let descriptor = try? Descriptor.createNew(draft) else { throw Self.lastFailure }
        let isComplete = descriptor.write(text)
        descriptor.close()
        guard isComplete, rename(draft, "\(path)/\(name)") == 0 else {
            let failure = Self.lastFailure
            unlink(draft)
            throw failure
        }
    }

    func remove(_ name: String) { Self.removeFile("\(path)/\(name)") }

    static func removeFile(_ path: String) { unlink(path) }
    static func moveFile(_ path: String, to name: String) -> Bool { rename(path, name) == 0 }

    /// Creates a file with a temporary name and opens it for writing.
    func temporaryFile(_ suffix: String) throws(Failure) -> (path: String, descriptor: Descriptor) {
        try createIfMissing()
        let draft = "\(path)/.\(getpid())\(suffix)"
        unlink(draft)
        guard let descriptor = try? Descriptor.createNew(draft) else { throw Self.lastFailure }
        return (draft, descriptor)
    }

    /// Returns whether a process with this ID exists, even if it belongs to another user.
    static func isAlive(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

    private static var lastFailure: Failure { .system(String(cString: strerror(errno))) }
}

extension PrivateFolder {
    /// Creates a value for the folder `NAME-UID` of this user, in a folder that users share. It creates nothing on
    /// disk.
    init(_ name: String, in parent: String) {
        self.init(path: (parent.hasSuffix("/") ? parent : parent + "/") + "\(name)-\(geteuid())")
    }
}

/// A wait for the exit of a server that was asked to stop. A server removes its state file as its last action.
struct ServerExitWaiter: Sendable {
    let state: StateFile
    let folder: StateFolder

    /// The time between two checks, in microseconds. A server is not a child process, so `waitpid` cannot wait for it.
    private static let pause: UInt32 = 5_000

    init(of state: StateFile, in folder: StateFolder) { (self.state, self.folder) = (state, folder) }

    /// Waits until the server has ended; returns false after the time limit.
    func wait(atMost limit: Duration) -> Bool {
        let deadline = ContinuousClock.now + limit
        while folder.contains(state), PrivateFolder.isAlive(state.process) {
            if deadline < .now { return false }
            usleep(Self.pause)
        }
        folder.remove(state)
        return true
    }
}

/// Queries of the file system.
package enum FileSystem {
    /// The reason why a file cannot be read.
    package enum Failure: Error, Hashable {
        case missing
        case isFolder
        /// The path leads to a device, a pipe or a socket.
        case notRegularFile
        case tooLarge(bytes: Int)
        /// An error text of the operating system: `Permission denied`.
        case system(String)
    }

    /// Returns the absolute path with links, `.` and `..` resolved; nil if nothing exists at the path.
    package static func realPath(_ path: String) -> String? {
        // `realpath` would stop at a zero byte and resolve another path.
        guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    package static func isFile(_ path: String) -> Bool { mode(of: path) == S_IFREG }
    package static func isFolder(_ path: String) -> Bool { mode(of: path) == S_IFDIR }

    /// Returns whether two paths lead to the same file, through any links.
    package static func isSame(_ path: String, _ other: String) -> Bool {
        guard let identity = identity(of: path) else { return false }
        return identity == self.identity(of: other)
    }

    /// Returns the device and inode numbers that identify a file; nil if there is none.
    package static func identity(of path: String) -> [UInt64]? {
        status(of: path).map { [UInt64(truncatingIfNeeded: $0.st_dev), UInt64(truncatingIfNeeded: $0.st_ino)] }
    }

    /// Returns the time of a file's last change, in seconds since 1970; nil if there is none.
    package static func modified(_ path: String) -> Int64? { stamp(of: path).map { Int64($0.seconds) } }

    /// Returns the names in a folder that do not begin with a dot, sorted; none if the folder cannot be read.
    package static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(endingInZero: $0.bindMemory(to: CChar.self))
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// The metadata that changes when a file, or the list of names in a folder, changes.
    package struct Stamp: Hashable {
        package let seconds: Int
        package let nanoseconds: Int
        package let size: Int
        package let inode: UInt64
    }

    package static func stamp(of path: String) -> Stamp? {
        guard let status = status(of: path) else { return nil }
        #if canImport(Darwin)
            let changed = status.st_mtimespec
        #else
            let changed = status.st_mtim
        #endif
        return Stamp(
            seconds: Int(changed.tv_sec),
            nanoseconds: Int(changed.tv_nsec),
            size: Int(status.st_size),
            inode: UInt64(status.st_ino)
        )
    }

    /// Returns the bytes of a regular file of at most `limit` bytes.
    package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        guard !path.utf8.contains(0) else { throw .missing }
        // Without `O_NONBLOCK`, opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw errno == ENOENT || errno == ENOTDIR ? .missing : .system(systemErrorText) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(systemErrorText) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .isFolder
        default: throw .notRegularFile
        }
        guard status.st_size <= limit else { throw .tooLarge(bytes: Int(status.st_size)) }
        return try content(of: descriptor, expected: Int(status.st_size), limit: limit)
    }

    /// Returns the bytes up to the end of the file, whose size may have changed since `fstat`.
    private static func content(of descriptor: Int32, expected: Int, limit: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var isAtEnd = false
        var failure: Failure?
        while !isAtEnd, failure == nil {
            let capacity = max(4096, expected - bytes.count + 1)
            let chunk = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                let received = systemRead(descriptor, buffer.baseAddress, capacity)
                if received < 0, errno != EINTR { failure = .system(systemErrorText) }
                isAtEnd = received == 0
                count = max(0, received)
            }
            if bytes.isEmpty { bytes = chunk } else { bytes.append(contentsOf: chunk) }
            if bytes.count > limit { failure = .tooLarge(bytes: bytes.count) }
        }
        if let failure { throw failure }
        return bytes
    }

    private static func mode(of path: String) -> mode_t? { status(of: path).map { $0.st_mode & S_IFMT } }

    private static func status(of path: String) -> stat? {
        var status = stat()
        guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
        return status
    }
}

import RehearsalPlatform

/// A file that is opened early, so that it is known that it can be written, and written late: what is in it stays until
/// then, and where nothing comes of it no empty file is left.
struct OutputFile: Sendable {
    let path: String
    private let descriptor: Descriptor
    private let isNew: Bool

    init(_ path: String) throws(Descriptor.OpenError) {
        self.path = path
        isNew = access(path, F_OK) != 0
        descriptor = try Descriptor.keep(path)
    }

    /// Puts bytes in the place of what is in it; returns nil if all of them were written.
    func complete(with bytes: [UInt8]) -> IncompleteOutput? {
        descriptor.empty()
        return descriptor.complete(path, with: bytes)
    }

    func close() {
        if isNew, descriptor.isEmpty { unlink(path) }
        descriptor.close()
    }
}

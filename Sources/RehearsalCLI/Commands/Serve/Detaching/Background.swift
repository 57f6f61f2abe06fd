import RehearsalPlatform

/// This process as `serve --detach` has started it: told to go on by itself, with a place for its news.
struct Background: Sendable {
    /// The file that its standard streams go to.
    let log: String

    /// What tells it so, and names the file.
    static let variable = "REHEARSAL_DETACHED"
    /// Where it says that it is ready, to whoever started it.
    static let news: Int32 = 3

    /// Nil for a process that somebody else has started.
    init?(_ environment: Environment) {
        guard let log = environment[Self.variable], log.hasPrefix("/") else { return nil }
        self.log = log
    }

    /// Says that it is ready; false if nobody is there to hear it.
    func announce(_ text: String) -> Bool {
        let descriptor = Descriptor(number: Self.news)
        defer { descriptor.close() }
        return descriptor.write(text + "\n")
    }

    /// Gives its log the name of its port, and returns the path.
    func nameLog(after port: Int, in folder: StateFolder) throws -> String {
        let path = Self.path(of: port, in: folder)
        guard OwnedFolder.moveFile(log, to: path) else { throw SystemError("name the log \(path)") }
        return path
    }

    /// Takes away a log in which there is nothing that anybody has asked for.
    func removeLog(of port: Int, in folder: StateFolder) { OwnedFolder.removeFile(Self.path(of: port, in: folder)) }

    private static func path(of port: Int, in folder: StateFolder) -> String { "\(folder.path)/\(port).log" }
}

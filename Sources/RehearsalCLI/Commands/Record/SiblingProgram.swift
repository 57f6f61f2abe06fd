#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A program that is installed beside this one and takes over from it: what talks to a real backend is not in here.
struct SiblingProgram: Sendable {
    let name: String

    static let recorder = SiblingProgram(name: "rehearsal-record")

    /// Becomes the other program, with the same process id, terminal and environment; returns only if it cannot be had.
    ///
    /// - Parameter words: what it is asked, without its own name.
    func run(_ words: [String], _ terminal: Terminal) -> ExitStatus {
        guard let own = try? ProgramPath.own() else {
            terminal.complain("this program does not find itself on the disk, and \(name) lies beside it")
            return .couldNot
        }
        let path = "\(own[..<(own.lastIndex(of: "/") ?? own.startIndex)])/\(name)"
        var arguments = ([path] + words).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        execv(path, &arguments)
        let reason = String(cString: strerror(errno))
        terminal.complain(
            "cannot start \(path): \(reason)",
            hint: "it belongs beside rehearsal; in the package: swift build --product \(name)"
        )
        return .couldNot
    }
}

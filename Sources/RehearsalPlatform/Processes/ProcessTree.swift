import CRehearsalPlatform

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The parents and children of running processes.
///
/// On Darwin, an orphan becomes a child of launchd and is not found. The Darwin code is not covered by tests.
package enum ProcessTree {
    /// Returns every running descendant of a process, parents before their children.
    ///
    /// - Parameter exceptions: processes to exclude, together with their descendants.
    package static func descendants(of process: Int32, without exceptions: Set<Int32> = []) -> [Int32] {
        let children = childrenOfEach()
        var found: [pid_t] = []
        var pending = [process]
        while let next = pending.popLast() {
            for child in children(next) where !exceptions.contains(child.process) {
                if child.isAlive { found.append(child.process) }
                pending.append(child.process)
            }
        }
        return found
    }

    private struct Child {
        let process: pid_t
        /// Whether the process is running; an ended process is listed until its parent reaps it.
        let isAlive: Bool
    }

    #if os(macOS)
        private static func childrenOfEach() -> (pid_t) -> [Child] {
            { parent in
                var children = [pid_t](repeating: 0, count: 4_096)
                let size = Int32(children.count * MemoryLayout<pid_t>.stride)
                let count = proc_listchildpids(parent, &children, size)
                return children.prefix(max(0, Int(count))).map { Child(process: $0, isAlive: true) }
            }
        }
    #elseif canImport(Darwin)
        /// Returns no children: only macOS has libproc.
        private static func childrenOfEach() -> (pid_t) -> [Child] { { _ in [] } }
    #else
        private static func childrenOfEach() -> (pid_t) -> [Child] {
            var children: [pid_t: [Child]] = [:]
            for process in processes() {
                guard let (parent, child) = read(process) else { continue }
                children[parent, default: []].append(child)
            }
            return { children[$0] ?? [] }
        }

        private static func processes() -> [pid_t] {
            guard let folder = opendir("/proc") else { return [] }
            defer { closedir(folder) }
            var processes: [pid_t] = []
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if let process = pid_t(name) { processes.append(process) }
            }
            return processes
        }

        /// Parses `PID (NAME) STATE PARENT …`, where the name may contain any character (proc(5)).
        private static func read(_ process: pid_t) -> (parent: pid_t, child: Child)? {
            let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            var bytes = [UInt8](repeating: 0, count: 512)
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
            let fields = String(decoding: bytes[(end + 1)..<count], as: UTF8.self).split(separator: " ")
            guard fields.count > 1, let parent = pid_t(fields[1]) else { return nil }
            return (parent, Child(process: process, isAlive: fields[0] != "Z" && fields[0] != "X"))
        }
    #endif
}

/// The processes that this process and its descendants have started since this value was created.
///
/// On Linux this process adopts orphaned descendants, so that none is lost.
package struct Descendants: Sendable {
    /// The children that existed at creation, for example because a shell started them before `exec`.
    private let preexisting: Set<pid_t>

    package init() {
        // If SIGCHLD is inherited as ignored, the system reaps children and discards their status.
        signal(SIGCHLD, SIG_DFL)
        #if os(Linux)
            _ = rehearsal_adopt_orphans()
        #endif
        preexisting = Self.children()
    }

    /// The running descendants.
    package var living: [Int32] { ProcessTree.descendants(of: getpid(), without: preexisting) }

    /// Kills all descendants, including those that start meanwhile.
    package func killAll() {
        var ended: Set<pid_t> = []
        while true {
            // A killed process starts no others, so the loop terminates.
            let others = living.filter { !ended.contains($0) }
            if others.isEmpty { return }
            for process in others { kill(process, SIGKILL) }
            ended.formUnion(others)
        }
    }

    private static func children() -> Set<pid_t> {
        var information = siginfo_t()
        guard waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return [] }
        return Set(ProcessTree.descendants(of: getpid()))
    }
}

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Which living processes descend from which.
///
/// On Darwin an orphan becomes a child of launchd and is no longer found; nothing there has been run by a test.
package enum ProcessTree {
    /// Every living descendant of a process, parents before their children.
    ///
    /// - Parameter exceptions: processes that are left out together with all that descend from them.
    package static func descendants(of process: Int32, without exceptions: Set<Int32> = []) -> [Int32] {
        let children = childrenOfEach()
        var found: [pid_t] = []
        var rest = [process]
        while let next = rest.popLast() {
            for child in children(next) where !exceptions.contains(child.process) {
                if child.isAlive { found.append(child.process) }
                rest.append(child.process)
            }
        }
        return found
    }

    private struct Child {
        let process: pid_t
        /// A process that has ended and that nobody has waited for is still listed.
        let isAlive: Bool
    }

    #if canImport(Darwin)
        private static func childrenOfEach() -> (pid_t) -> [Child] {
            { parent in
                var children = [pid_t](repeating: 0, count: 4_096)
                let size = Int32(children.count * MemoryLayout<pid_t>.stride)
                let count = proc_listchildpids(parent, &children, size)
                return children.prefix(max(0, Int(count))).map { Child(process: $0, isAlive: true) }
            }
        }
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

        /// `PID (NAME) STATE PARENT …`, where a name may hold anything (proc(5)).
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

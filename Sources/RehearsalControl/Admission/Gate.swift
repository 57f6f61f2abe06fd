import RehearsalPlatform

/// Who may ask, which is known only when there is a port to be asked on: until then nobody may.
final class Gate: Sendable {
    private let token: String
    private let hosts = Locked<Set<String>?>(nil)

    init(token: String) { self.token = token }

    func open(_ hosts: Set<String>) { self.hosts.withLock { $0 = hosts } }

    var admission: Admission? {
        hosts.withLock { $0 }.map { Admission(token: token, hosts: $0) }
    }
}

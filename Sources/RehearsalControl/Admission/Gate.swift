import RehearsalPlatform
import RehearsalServer

/// Who may ask, which is known only when there is a port to be asked on: until then nobody may.
final class Gate: @unchecked Sendable {
    // Sendable: `hosts` is reached under the lock, the rest never changes.
    private let token: String
    private let lock = Lock()
    private var hosts: Set<String>?

    init(token: String) { self.token = token }

    func open(_ hosts: Set<String>) { lock.withLock { self.hosts = hosts } }

    var admission: Admission? {
        lock.withLock { hosts }.map { Admission(token: token, hosts: $0) }
    }
}

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A port that refuses connections and stays reserved while this value lives.
///
/// The port of a stopped backend would serve only until another test gets it.
final class RefusingPort: Sendable {
    let port: Int
    private let descriptor: Int32

    init?() {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        port = Int(in_port_t(bigEndian: address.sin_port))
        guard isBound else { return nil }
    }

    deinit { close(descriptor) }
}

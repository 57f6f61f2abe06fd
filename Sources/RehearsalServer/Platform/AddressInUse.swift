#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension Backend {
    static let addressInUse = EADDRINUSE
}

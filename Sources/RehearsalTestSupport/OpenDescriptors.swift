#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// How many descriptors this process has open.
package func openDescriptors() -> Int {
    (0..<65_536).reduce(0) { $0 + (fcntl(Int32($1), F_GETFD) >= 0 ? 1 : 0) }
}

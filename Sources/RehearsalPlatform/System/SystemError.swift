#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A system call that failed.
package struct SystemError: Error, CustomStringConvertible {
    package let action: String
    /// The value of `errno`.
    package let code: Int32

    package init(_ action: String, code: Int32 = errno) {
        self.action = action
        self.code = code
    }

    package var description: String { "cannot \(action): \(String(cString: strerror(code)))" }
}

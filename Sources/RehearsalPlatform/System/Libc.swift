// C types that CRehearsalPlatform's header also declares are members of that module, and using them needs its import.
import CRehearsalPlatform

// Re-exported, so that every dependent module gets the C library.
#if canImport(Darwin)
    @_exported public import Darwin
#elseif canImport(Musl)
    @_exported public import Musl
#else
    @_exported public import Glibc
#endif

// C library calls under names that no type member hides, and constants whose types differ between systems.

#if canImport(Darwin)
    package let streamSocket = SOCK_STREAM
#else
    package let streamSocket = Int32(SOCK_STREAM.rawValue)
#endif

func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

func systemReceive(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int, flags: Int32) -> Int {
    recv(descriptor, buffer, count, flags)
}

func systemClose(_ descriptor: Int32) { close(descriptor) }
func systemShutdown(_ descriptor: Int32, _ how: Int32) { shutdown(descriptor, how) }
func systemListen(_ descriptor: Int32, backlog: Int32) -> Bool { listen(descriptor, backlog) == 0 }

func systemBind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: Int) -> Bool {
    bind(descriptor, address, socklen_t(size)) == 0
}

/// The text of the C library's last error: `Permission denied`.
var systemErrorText: String { String(cString: strerror(errno)) }

extension String {
    /// Decodes the characters before the terminating zero of a C string.
    package init(endingInZero characters: some Sequence<CChar>) {
        self.init(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

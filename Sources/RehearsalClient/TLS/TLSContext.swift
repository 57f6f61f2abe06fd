import RehearsalPlatform

/// The shared state of TLS connections, which trust the certificate authorities of the system.
package final class TLSContext: @unchecked Sendable {
    // Sendable: OpenSSL locks state that connections share, and the context does not change after `init`.
    let library: OpenSSL
    let handle: OpenSSL.Handle

    package init() throws(Unavailable) {
        do throws(OpenSSL.Missing) { library = try OpenSSL() } catch {
            throw Unavailable(
                message:
                    "https needs OpenSSL, which is not installed (searched for \(error.names.joined(separator: ", ")))",
                hint: "install it: apt-get install libssl3, dnf install openssl-libs or brew install openssl@3"
            )
        }
        guard let handle = library.newContext(library.newMethod()) else {
            throw Unavailable(message: "OpenSSL cannot be initialized", hint: "for details, run: openssl version -a")
        }
        self.handle = handle
        _ = library.useSystemAuthorities(handle)
        library.setVerification(handle, Self.verifiesPeer, nil)
        // OpenSSL may write only a part of the bytes, and the next call may pass the rest at another address.
        _ = library.controlContext(handle, Self.setMode, Self.partialWrites | Self.movingBuffers, nil)
    }

    deinit { library.freeContext(handle) }

    /// `SSL_VERIFY_PEER`.
    private static let verifiesPeer: Int32 = 1
    /// `SSL_CTRL_MODE` with `SSL_MODE_ENABLE_PARTIAL_WRITE` and `SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER`.
    private static let setMode: Int32 = 33
    private static let partialWrites = 1
    private static let movingBuffers = 2
}

/// The OpenSSL library of the system. It is loaded at run time, so that only machines that use TLS need it.
struct OpenSSL: Sendable {
    typealias Handle = OpaquePointer

    let newMethod: @convention(c) @Sendable () -> Handle?
    let newContext: @convention(c) @Sendable (Handle?) -> Handle?
    let freeContext: @convention(c) @Sendable (Handle?) -> Void
    let useSystemAuthorities: @convention(c) @Sendable (Handle?) -> Int32
    let setVerification: @convention(c) @Sendable (Handle?, Int32, UnsafeRawPointer?) -> Void
    let newConnection: @convention(c) @Sendable (Handle?) -> Handle?
    let freeConnection: @convention(c) @Sendable (Handle?) -> Void
    let setDescriptor: @convention(c) @Sendable (Handle?, Int32) -> Int32
    /// `SSL_CTX_ctrl`, for contexts only: ``control`` would write the value into other members of a context.
    let controlContext: @convention(c) @Sendable (Handle?, Int32, Int, UnsafeMutableRawPointer?) -> Int
    /// `SSL_ctrl`, for connections only.
    let control: @convention(c) @Sendable (Handle?, Int32, Int, UnsafeMutableRawPointer?) -> Int
    let setHost: @convention(c) @Sendable (Handle?, UnsafePointer<CChar>) -> Int32
    let parameters: @convention(c) @Sendable (Handle?) -> Handle?
    let setAddress: @convention(c) @Sendable (Handle?, UnsafePointer<CChar>) -> Int32
    let connect: @convention(c) @Sendable (Handle?) -> Int32
    let read: @convention(c) @Sendable (Handle?, UnsafeMutableRawPointer?, Int32) -> Int32
    let write: @convention(c) @Sendable (Handle?, UnsafeRawPointer?, Int32) -> Int32
    let pending: @convention(c) @Sendable (Handle?) -> Int32
    let shutdown: @convention(c) @Sendable (Handle?) -> Int32
    let error: @convention(c) @Sendable (Handle?, Int32) -> Int32
    let verification: @convention(c) @Sendable (Handle?) -> Int
    let verificationText: @convention(c) @Sendable (Int) -> UnsafePointer<CChar>?
    let takeError: @convention(c) @Sendable () -> UInt
    let errorText: @convention(c) @Sendable (UInt) -> UnsafePointer<CChar>?
    let clearErrors: @convention(c) @Sendable () -> Void

    /// An error about a missing library or function, with the names that were searched for.
    struct Missing: Error {
        let names: [String]
    }

    /// The file names of the library, the newest version first.
    static var names: [String] {
        #if canImport(Darwin)
            ["/opt/homebrew/lib/libssl.3.dylib", "/usr/local/lib/libssl.3.dylib", "libssl.3.dylib"]
        #else
            ["libssl.so.3", "libssl.so.1.1"]
        #endif
    }

    init(names: [String] = Self.names) throws(Missing) {
        // The library is never closed, because OpenSSL's global initialization cannot be undone.
        guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_GLOBAL) }).first else {
            throw Missing(names: names)
        }
        func find<Function>(_ name: String) throws(Missing) -> Function {
            guard let symbol = dlsym(library, name) else { throw Missing(names: [name]) }
            return unsafeBitCast(symbol, to: Function.self)
        }
        newMethod = try find("TLS_client_method")
        newContext = try find("SSL_CTX_new")
        freeContext = try find("SSL_CTX_free")
        useSystemAuthorities = try find("SSL_CTX_set_default_verify_paths")
        setVerification = try find("SSL_CTX_set_verify")
        newConnection = try find("SSL_new")
        freeConnection = try find("SSL_free")
        setDescriptor = try find("SSL_set_fd")
        controlContext = try find("SSL_CTX_ctrl")
        control = try find("SSL_ctrl")
        setHost = try find("SSL_set1_host")
        parameters = try find("SSL_get0_param")
        setAddress = try find("X509_VERIFY_PARAM_set1_ip_asc")
        connect = try find("SSL_connect")
        read = try find("SSL_read")
        write = try find("SSL_write")
        pending = try find("SSL_pending")
        shutdown = try find("SSL_shutdown")
        error = try find("SSL_get_error")
        verification = try find("SSL_get_verify_result")
        verificationText = try find("X509_verify_cert_error_string")
        takeError = try find("ERR_get_error")
        errorText = try find("ERR_reason_error_string")
        clearErrors = try find("ERR_clear_error")
    }
}

/// An error about a service of the system that is missing or fails, such as OpenSSL.
package struct Unavailable: Error, CustomStringConvertible {
    package let message: String
    /// The correction, such as a command to run.
    package var hint: String?

    package init(message: String, hint: String? = nil) { (self.message, self.hint) = (message, hint) }

    /// The message and the correction in one line.
    package var description: String { [message, hint].compactMap(\.self).joined(separator: "; ") }
}

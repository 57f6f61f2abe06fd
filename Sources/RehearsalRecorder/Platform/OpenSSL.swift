import RehearsalPlatform

/// The machine's own OpenSSL, found at run time: nothing is linked, and nothing is asked of machines that need no TLS.
struct OpenSSL: @unchecked Sendable {
    // Sendable: functions, which never change once they are found.
    typealias Handle = OpaquePointer

    let newMethod: @convention(c) () -> Handle?
    let newContext: @convention(c) (Handle?) -> Handle?
    let freeContext: @convention(c) (Handle?) -> Void
    let useSystemAuthorities: @convention(c) (Handle?) -> Int32
    let setVerification: @convention(c) (Handle?, Int32, UnsafeRawPointer?) -> Void
    let newConnection: @convention(c) (Handle?) -> Handle?
    let freeConnection: @convention(c) (Handle?) -> Void
    let setDescriptor: @convention(c) (Handle?, Int32) -> Int32
    let control: @convention(c) (Handle?, Int32, Int, UnsafeMutableRawPointer?) -> Int
    let setHost: @convention(c) (Handle?, UnsafePointer<CChar>) -> Int32
    let parameters: @convention(c) (Handle?) -> Handle?
    let setAddress: @convention(c) (Handle?, UnsafePointer<CChar>) -> Int32
    let connect: @convention(c) (Handle?) -> Int32
    let read: @convention(c) (Handle?, UnsafeMutableRawPointer?, Int32) -> Int32
    let write: @convention(c) (Handle?, UnsafeRawPointer?, Int32) -> Int32
    let pending: @convention(c) (Handle?) -> Int32
    let shutdown: @convention(c) (Handle?) -> Int32
    let error: @convention(c) (Handle?, Int32) -> Int32
    let verification: @convention(c) (Handle?) -> Int
    let verificationText: @convention(c) (Int) -> UnsafePointer<CChar>?
    let takeError: @convention(c) () -> UInt
    let errorText: @convention(c) (UInt) -> UnsafePointer<CChar>?
    let clearErrors: @convention(c) () -> Void

    /// There is no OpenSSL that could be used.
    struct Missing: Error {
        let names: [String]
    }

    /// Where it may be, newest first.
    static var names: [String] {
        #if canImport(Darwin)
            ["/opt/homebrew/lib/libssl.3.dylib", "/usr/local/lib/libssl.3.dylib", "libssl.3.dylib"]
        #else
            ["libssl.so.3", "libssl.so.1.1"]
        #endif
    }

    init(names: [String] = Self.names) throws(Missing) {
        // Never closed: what it has set up cannot be undone.
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

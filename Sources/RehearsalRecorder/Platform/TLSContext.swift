/// What all TLS connections of a recording share: the certificates that are trusted are the system's.
final class TLSContext: @unchecked Sendable {
    // Sendable: OpenSSL locks what is shared by connections, and nothing is changed once it is made.
    let library: OpenSSL
    let handle: OpenSSL.Handle

    init() throws(Unavailable) {
        do throws(OpenSSL.Missing) { library = try OpenSSL() } catch {
            throw Unavailable(
                message:
                    "https needs OpenSSL, and this machine has none (looked for \(error.names.joined(separator: ", ")))",
                hint: "install it: apt-get install libssl3, dnf install openssl-libs or brew install openssl@3"
            )
        }
        guard let handle = library.newContext(library.newMethod()) else {
            throw Unavailable(message: "OpenSSL cannot be set up", hint: "openssl version -a tells more")
        }
        self.handle = handle
        _ = library.useSystemAuthorities(handle)
        library.setVerification(handle, Self.verifiesPeer, nil)
        // A write may take a part, and may be tried again from where the bytes lie then.
        _ = library.control(handle, Self.setMode, Self.partialWrites | Self.movingBuffers, nil)
    }

    deinit { library.freeContext(handle) }

    /// `SSL_VERIFY_PEER`.
    private static let verifiesPeer: Int32 = 1
    /// `SSL_CTRL_MODE` with `SSL_MODE_ENABLE_PARTIAL_WRITE` and `SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER`.
    private static let setMode: Int32 = 33
    private static let partialWrites = 1
    private static let movingBuffers = 2
}

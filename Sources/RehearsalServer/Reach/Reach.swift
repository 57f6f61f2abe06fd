package import RehearsalPlatform

extension Backend {
    /// Who can connect to a backend.
    public enum Reach: Sendable, Hashable, CaseIterable {
        /// Programs on this machine, and nobody else: it listens on 127.0.0.1 and, where there is IPv6, on ::1.
        case loopback
        /// Everybody who reaches this machine over a network, such as a phone on the same Wi-Fi: it listens on all of
        /// the machine's addresses, asks nobody who they are, and answers all of them.
        case network
    }
}

extension Backend.Reach {
    /// The addresses that a socket of the backend is bound to.
    package var scope: BindScope {
        switch self {
        case .loopback: .loopback
        case .network: .network
        }
    }
}

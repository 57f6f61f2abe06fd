extension Fault.Catalogue {
    /// Where a fault can be shown to happen.
    package enum Provable: Sendable, Hashable {
        /// In the bytes and flags of a connection.
        case wire
        /// Only by what Linux does.
        case linux(because: String)
        /// Only in the client; no server takes part.
        case client(because: String)

        /// The word alone.
        package var name: String {
            switch self {
            case .wire: "wire"
            case .linux: "linux"
            case .client: "client"
            }
        }

        /// Why it is not to be seen on the wire everywhere.
        package var reason: String? {
            switch self {
            case .wire: nil
            case .linux(let reason), .client(let reason): reason
            }
        }
    }
}

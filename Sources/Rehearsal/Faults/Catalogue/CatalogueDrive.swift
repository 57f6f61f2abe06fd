extension Fault.Catalogue {
    /// What a client asks in order to meet a fault.
    package struct Drive: Sendable, Hashable {
        package var method = "GET"
        package var path = "/fault"
        /// Bytes in the body of the request.
        package var upload = 0
        package var expectsContinue = false
        /// How many requests, one after the other on one connection if the client can.
        package var requests = 1
        /// How long the client does nothing between two requests.
        package var pause: Duration = .zero
        package var scheme = "http"

        static let get = Drive()
    }
}

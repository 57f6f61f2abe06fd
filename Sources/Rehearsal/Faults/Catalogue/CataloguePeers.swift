extension Fault.Catalogue {
    /// What other tools call a fault; nil where they have no name for it.
    package struct Peers: Sendable, Hashable {
        package var wireMock: String?
        package var toxiproxy: String?
        package var mockWebServer: String?

        /// Each name that there is, with the tool it belongs to.
        package var named: [(tool: String, name: String)] {
            [("WireMock", wireMock), ("Toxiproxy", toxiproxy), ("MockWebServer", mockWebServer)]
                .compactMap { tool, name in name.map { (tool, $0) } }
        }

        var names: [String] { named.map(\.name) }
    }
}

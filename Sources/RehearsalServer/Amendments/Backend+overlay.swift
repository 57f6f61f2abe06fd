public import Rehearsal

extension Backend {
    /// A scenario that a backend plays above its own scenario until it is deactivated.
    public struct Overlay: Sendable {
        /// The name, which identifies the overlay among those that are active.
        public let name: String
        /// The summary of the scenario.
        public let summary: String
        let scenario: Scenario

        /// Creates an overlay from a scenario: its endpoints, its initial variables and its network states.
        ///
        /// - Throws: ``StartError`` if the scenario has policies or resources, which an overlay cannot change.
        public init(_ scenario: Scenario) throws(StartError) {
            guard !scenario.hasPolicies else {
                throw StartError(
                    description: "the scenario \"\(scenario.name)\" cannot be an overlay, because it has \"auth\", "
                        + "\"quotas\", \"idempotency\" or \"resources\"; play it instead"
                )
            }
            self.init(standard: scenario)
        }

        private init(standard scenario: Scenario) {
            (name, summary) = (scenario.name, scenario.summary)
            self.scenario = scenario
        }

        /// New connections are refused, and requests on open connections are reset.
        ///
        /// On a port that several backends share, requests on new connections are reset as well.
        public static let offline = Overlay(standard: offlineScenario)
        /// Every request is answered with 503 and `Retry-After`.
        public static let maintenance = Overlay(standard: maintenanceScenario)
        /// Every request is redirected to a web page, as in the network of a hotel.
        public static let captivePortal = Overlay(standard: captivePortalScenario)
        /// Every reply is delayed by 2 s, and the rate is 20 KB/s in both directions.
        public static let slow = Overlay(standard: slowScenario)

        /// The overlays that every backend has.
        package static let standard: [Overlay] = [.offline, .maintenance, .captivePortal, .slow]
    }
}

extension Backend.Overlay {
    private static let offlineScenario = Scenario(
        "offline",
        summary: "new connections are refused, and requests on open connections are reset",
        endpoints: [.any("/**", replies: [Scenario.Reply(fault: Fault(.reset, at: .beforeHead))])],
        network: [Scenario.Network(.refusing)]
    )

    private static let maintenanceScenario = Scenario(
        "maintenance",
        summary: "503 with Retry-After for every request",
        endpoints: [
            .any(
                "/**",
                replies: [
                    Scenario.Reply(
                        503,
                        headers: ["Retry-After": "30", "Cache-Control": "no-store"],
                        body: .problem(["title": "Maintenance", "detail": "The service is under maintenance."])
                    )
                ]
            )
        ]
    )

    private static let captivePortalScenario = Scenario(
        "captive-portal",
        summary: "every request is redirected to a web page, as in the network of a hotel",
        endpoints: [
            .any(
                "/**",
                replies: [
                    Scenario.Reply(302, headers: ["Location": "{{baseURL}}/portal", "Cache-Control": "no-store"])
                ]
            ),
            .get(
                "/portal",
                replies: [
                    Scenario.Reply(
                        headers: ["Content-Type": "text/html; charset=utf-8"],
                        body: .text("<html><title>Welcome</title><p>Accept the terms to use this network.</p></html>")
                    )
                ]
            ),
        ]
    )

    private static let slowScenario = Scenario(
        "slow",
        summary: "a delay of 2 s for every reply, then 20 KB/s in both directions",
        endpoints: [
            .overlay(.any, "/**", Scenario.Overlay(delay: .fixed(.seconds(2)), pace: 20_000, uploadPace: 20_000))
        ]
    )
}

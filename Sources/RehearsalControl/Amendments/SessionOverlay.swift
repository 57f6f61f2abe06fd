import Rehearsal

/// A scenario that a session plays above its own scenario until it is switched off.
struct SessionOverlay: Sendable {
    let name: String
    let summary: String
    let scenario: Scenario

    /// Creates an overlay from a scenario.
    ///
    /// - Throws: an error if the scenario has policies, which an overlay cannot change.
    init(_ scenario: Scenario) throws(APIError) {
        let hasPolicies =
            scenario.auth != nil || !scenario.quotas.isEmpty || !scenario.idempotency.isEmpty
            || !scenario.resources.isEmpty
        guard !hasPolicies else {
            throw APIError(
                422,
                "overlay",
                "The scenario \"\(scenario.name)\" cannot be an overlay.",
                detail: "It has \"auth\", \"quotas\", \"idempotency\" or \"resources\"; play it instead."
            )
        }
        self.init(standard: scenario)
    }

    private init(standard scenario: Scenario) {
        (name, summary) = (scenario.name, scenario.summary)
        self.scenario = scenario
    }

    /// The overlays that every server has.
    static let standard: [SessionOverlay] = [offline, maintenance, captivePortal, slow].map {
        SessionOverlay(standard: $0)
    }

    private static let offline = Scenario(
        "offline",
        summary: "new connections are refused, and requests on open connections are reset",
        endpoints: [.any("/**", replies: [Scenario.Reply(fault: Fault(.reset, at: .beforeHead))])],
        network: [Scenario.Network(.refusing)]
    )

    private static let maintenance = Scenario(
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

    private static let captivePortal = Scenario(
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

    private static let slow = Scenario(
        "slow",
        summary: "a delay of 2 s for every reply, then 20 KB/s in both directions",
        endpoints: [
            .overlay(.any, "/**", Scenario.Overlay(delay: .fixed(.seconds(2)), pace: 20_000, uploadPace: 20_000))
        ]
    )
}

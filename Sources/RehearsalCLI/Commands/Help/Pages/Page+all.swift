extension Page {
    /// Every article, in the order in which somebody who is new to this would read them.
    static let all: [Page] = [
        Page("five-minutes", "FiveMinutes", PackageResources.FiveMinutes_md),
        Page("under-contract", "UnderContract", PackageResources.UnderContract_md),
        Page("tickets", "Tickets", PackageResources.Tickets_md),
        Page("ui-tests", "UITests", PackageResources.UITests_md),
        Page("ci", "ContinuousIntegration", PackageResources.ContinuousIntegration_md),
        Page("devices", "Devices", PackageResources.Devices_md),
        Page("writing-a-scenario", "WritingAScenario", PackageResources.WritingAScenario_md),
        Page("writing-a-contract", "WritingAContract", PackageResources.WritingAContract_md),
        Page("recording-a-backend", "Recording", PackageResources.Recording_md),
        Page("importing", "Importing", PackageResources.Importing_md),
        Page("faults-and-clients", "FaultsAndClients", PackageResources.FaultsAndClients_md),
        Page("defects", "Defects", PackageResources.Defects_md),
        Page("rules", "Rules", PackageResources.Rules_md),
        Page("well-known-clients", "WellKnownClients", PackageResources.WellKnownClients_md),
        Page("scope", "Scope", PackageResources.Scope_md),
        Page("verifying", "Verifying", PackageResources.Verifying_md),
        Page("reports", "Reports", PackageResources.Reports_md),
        Page("control", "Control", PackageResources.Control_md),
        Page("cluster", "Cluster", PackageResources.Cluster_md),
        Page("strictness", "Requests", PackageResources.Requests_md),
        Page("patterns", "Patterns", PackageResources.Patterns_md),
        Page("json-paths", "JSONPath", PackageResources.JSONPath_md),
        Page("fault-table", "FaultTable", PackageResources.FaultTable_md),
    ]
}

/// An article of the documentation, embedded in the executable.
struct Page: Sendable {
    /// The topic after `rehearsal help`.
    let name: String
    /// The name of its file without the extension, which links in other articles use.
    let file: String
    /// The contents, read on demand.
    private let bytes: @Sendable () -> [UInt8]

    init(_ name: String, _ file: String, _ bytes: @escaping @autoclosure @Sendable () -> [UInt8]) {
        self.name = name
        self.file = file
        self.bytes = bytes
    }

    var markdown: String { String(decoding: bytes(), as: UTF8.self) }

    /// The heading in the first line.
    var title: String { String(markdown.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " }) }

    static func named(_ name: String) -> Page? { all.first { $0.name == name } }

    /// Returns the article as terminal text; links become the command that shows the linked article.
    func text(width: Int) -> String {
        let marked = MarkedText { file in
            Page.all.first { $0.file == file }.map { "\($0.title) (rehearsal help \($0.name))" } ?? file
        }
        return PlainPage(width: Help.width(width), text: marked).render(markdown)
    }

    /// Every article, in reading order for a new user.
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

/// An article of the documentation, embedded in the executable.
struct HelpPage: Sendable {
    /// The name of the article after `rehearsal help`.
    let name: String
    /// The name of the article's file without its extension, which links in other articles use.
    let file: String
    /// A closure that returns the article, as Markdown in UTF-8.
    private let bytes: @Sendable () -> [UInt8]

    init(_ name: String, _ file: String, _ bytes: @escaping @autoclosure @Sendable () -> [UInt8]) {
        self.name = name
        self.file = file
        self.bytes = bytes
    }

    var markdown: String { String(decoding: bytes(), as: UTF8.self) }

    /// The heading in the first line.
    var title: String { String(markdown.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " }) }

    static func named(_ name: String) -> HelpPage? { all.first { $0.name == name } }

    /// Returns the article as terminal text. A link becomes the title of the linked article and the command that prints
    /// it.
    func text(width: Int) -> String {
        let inlineMarkdown = InlineMarkdown { file in
            HelpPage.all.first { $0.file == file }.map { "\($0.title) (rehearsal help \($0.name))" } ?? file
        }
        return MarkdownRenderer(width: HelpText.width(width), text: inlineMarkdown).render(markdown)
    }

    /// Every article, in reading order for a new user.
    static let all: [HelpPage] = [
        HelpPage("five-minutes", "FiveMinutes", PackageResources.FiveMinutes_md),
        HelpPage("under-contract", "UnderContract", PackageResources.UnderContract_md),
        HelpPage("swift-tests", "SwiftTests", PackageResources.SwiftTests_md),
        HelpPage("xcode", "Xcode", PackageResources.Xcode_md),
        HelpPage("tickets", "Tickets", PackageResources.Tickets_md),
        HelpPage("ui-tests", "UITests", PackageResources.UITests_md),
        HelpPage("ci", "ContinuousIntegration", PackageResources.ContinuousIntegration_md),
        HelpPage("devices", "Devices", PackageResources.Devices_md),
        HelpPage("writing-a-scenario", "WritingAScenario", PackageResources.WritingAScenario_md),
        HelpPage("writing-a-contract", "WritingAContract", PackageResources.WritingAContract_md),
        HelpPage("exploring", "Exploring", PackageResources.Exploring_md),
        HelpPage("recording-a-backend", "Recording", PackageResources.Recording_md),
        HelpPage("openapi", "OpenAPI", PackageResources.OpenAPI_md),
        HelpPage("importing", "Importing", PackageResources.Importing_md),
        HelpPage("faults-and-clients", "FaultsAndClients", PackageResources.FaultsAndClients_md),
        HelpPage("defects", "Defects", PackageResources.Defects_md),
        HelpPage("rule-table", "Rules", PackageResources.Rules_md),
        HelpPage("well-known-clients", "WellKnownClients", PackageResources.WellKnownClients_md),
        HelpPage("scope", "Scope", PackageResources.Scope_md),
        HelpPage("verifying", "Verifying", PackageResources.Verifying_md),
        HelpPage("reports", "Reports", PackageResources.Reports_md),
        HelpPage("control-room", "Room", PackageResources.Room_md),
        HelpPage("control", "Control", PackageResources.Control_md),
        HelpPage("cluster", "Cluster", PackageResources.Cluster_md),
        HelpPage("strictness", "Requests", PackageResources.Requests_md),
        HelpPage("patterns", "Patterns", PackageResources.Patterns_md),
        HelpPage("json-paths", "JSONPath", PackageResources.JSONPath_md),
        HelpPage("fault-table", "FaultTable", PackageResources.FaultTable_md),
    ]
}

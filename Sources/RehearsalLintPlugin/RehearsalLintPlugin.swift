import Foundation
import PackagePlugin

/// Checks scenarios and recordings when a target is built, so that their errors are errors of the build.
///
/// It checks `Scenarios/` and `Recordings/` of the package, and folders of these names in the target.
@main
struct RehearsalLintPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let command = LintCommand(
            folders: [context.package.directoryURL, target.directoryURL],
            workFolder: context.pluginWorkDirectoryURL
        )
        return try command.commands(tool: context.tool(named: "RehearsalCLI").url)
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension RehearsalLintPlugin: XcodeBuildToolPlugin {
        func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
            let command = LintCommand(
                folders: [context.xcodeProject.directoryURL],
                workFolder: context.pluginWorkDirectoryURL
            )
            return try command.commands(tool: context.tool(named: "RehearsalCLI").url)
        }
    }
#endif

/// The build command that runs `rehearsal lint`.
struct LintCommand {
    /// The folders in which `Scenarios` and `Recordings` are searched.
    let folders: [URL]
    let workFolder: URL

    /// Returns the command; an empty array if the folders have no document.
    ///
    /// The command writes a source file, because the build system repeats a command without output at each build.
    func commands(tool: URL) throws -> [Command] {
        let searched = folders.flatMap { folder in
            ["Scenarios", "Recordings"].map { folder.appending(path: $0, directoryHint: .isDirectory) }
        }
        let documents = searched.flatMap { Self.documents(in: $0) }
        guard !documents.isEmpty else {
            Diagnostics.remark("no scenario to check: the folder Scenarios does not exist, or is empty")
            return []
        }
        let stamp = workFolder.appending(path: "CheckedScenarios.swift")
        return [
            .buildCommand(
                displayName: "Checking \(documents.count) scenarios and recordings",
                executable: tool,
                arguments: ["lint", "--stamp", stamp.path(percentEncoded: false)]
                    + documents.map { $0.path(percentEncoded: false) },
                inputFiles: documents,
                outputFiles: [stamp]
            )
        ]
    }

    private static func documents(in folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let found = files?.compactMap { $0 as? URL } ?? []
        return found.filter { ["jsonc", "json", "har"].contains($0.pathExtension) }.sorted { $0.path < $1.path }
    }
}

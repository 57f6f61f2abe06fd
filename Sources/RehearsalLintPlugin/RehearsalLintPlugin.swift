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
        var seen: Set<String> = []
        let checked = searched.filter { seen.insert($0.standardizedFileURL.path).inserted && Self.hasDocument($0) }
        guard !checked.isEmpty else {
            Diagnostics.remark("no scenario to check: the folder Scenarios does not exist, or is empty")
            return []
        }
        let stamp = workFolder.appending(path: "CheckedScenarios.swift")
        return [
            .buildCommand(
                displayName: "Checking scenarios and recordings",
                executable: tool,
                // `lint` searches the folders itself: it omits the bodies of recordings, which are not scenarios.
                arguments: ["lint", "--stamp", stamp.path(percentEncoded: false)]
                    + checked.map { $0.path(percentEncoded: false) },
                inputFiles: checked.flatMap { Self.files(in: $0) },
                outputFiles: [stamp]
            )
        ]
    }

    private static func hasDocument(_ folder: URL) -> Bool {
        files(in: folder).contains { file in
            ["jsonc", "json", "har"].contains(file.pathExtension) && !file.path.hasSuffix(".schema.json")
        }
    }

    /// Returns every file in a folder, because a scenario can use files of any kind.
    private static func files(in folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(
            at: folder,
            includingPropertiesForKeys: [.isRegularFileKey],
            options: .skipsHiddenFiles
        )
        let found = files?.compactMap { $0 as? URL } ?? []
        let regular = found.filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true }
        return regular.sorted { $0.path < $1.path }
    }
}

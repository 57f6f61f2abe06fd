import Foundation
import PackagePlugin

/// Runs the `rehearsal` command in the folder of a package: `swift package rehearsal lint Scenarios`.
@main
struct RehearsalCommandPlugin: CommandPlugin {
    /// The error of a command that ended with a status other than 0.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let process = Process()
        process.executableURL = try context.tool(named: "RehearsalCLI").url
        process.arguments = arguments
        process.currentDirectoryURL = context.package.directoryURL
        // The server runs until the package manager ends this plugin.
        try process.run()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            let verb = process.terminationReason == .exit ? "ended with status" : "was ended by signal"
            let command = (["rehearsal"] + arguments).joined(separator: " ")
            throw Failure(description: "\(command) \(verb) \(process.terminationStatus)")
        }
    }
}

import Foundation
import RehearsalTestSupport

/// Headless Chromium without a network.
enum Browser {
    static let path = ["chromium", "chromium-browser", "google-chrome"].lazy.compactMap(BoundedRun.find).first

    /// The state of a page after its scripts have run, and the console output.
    struct Visit: Sendable {
        let document: String
        let console: [String]
        /// A screenshot of the page.
        let picture: Data
    }

    enum Failure: Error { case ended(BoundedRun.Termination, String) }

    /// - Parameters:
    ///   - probe: The markup that is appended to the page that is read, and not to the one on the screenshot.
    ///   - scheme: The preferred colour scheme: `light` or `dark`.
    static func visit(_ page: String, probe: String, scheme: String = "light", seconds: Double = 60) throws -> Visit {
        let folder = try ScratchFolder()
        let probed = try folder.write("probed.html", page.replacing("</body>", with: probe + "</body>"))
        let file = try folder.write("page.html", page)
        let options = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1280,1600",
            "--user-data-dir=\(folder["profile"])", "--host-resolver-rules=MAP * ~NOTFOUND",
            "--enable-logging=stderr", "--v=0", "--blink-settings=preferredColorScheme=\(scheme == "dark" ? 0 : 1)",
        ]
        let printed = try run(options + ["--dump-dom", "file://\(probed)"], seconds: seconds)
        let shot = folder["page.png"]
        let said = try run(options + ["--screenshot=\(shot)", "file://\(file)"], seconds: seconds)
        let lines = (printed + said).split(separator: "\n").filter { $0.contains(":CONSOLE") }
        return Visit(
            document: printed,
            console: lines.map { String($0) },
            picture: try Data(contentsOf: URL(fileURLWithPath: shot))
        )
    }

    private static func run(_ words: [String], seconds: Double) throws -> String {
        let run = try BoundedRun.runSynchronously(path ?? "", words, seconds: seconds, withErrors: true)
        guard run.end == .exited(0) else { throw Failure.ended(run.end, run.output) }
        return run.output
    }
}

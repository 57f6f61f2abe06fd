import Rehearsal

/// The output for a job of GitHub Actions: annotations and a summary.
enum GitHubReport {
    /// Writes annotations and the summary of the job, if the process runs in GitHub Actions.
    static func write(
        _ annotations: @autoclosure () -> [Annotation],
        summary markdown: @autoclosure () -> String,
        to terminal: Terminal,
    ) {
        guard terminal.environment["GITHUB_ACTIONS"] == "true" else { return }
        for annotation in annotations() { terminal.writeError(annotation.text) }
        guard let path = terminal.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
        do throws(Descriptor.OpenError) {
            let summary = try Descriptor.append(path)
            summary.write(markdown() + "\n")
            summary.close()
        } catch {
            terminal.reportError("\(error)")
        }
    }
}

import Rehearsal
import RehearsalReports

/// What GitHub Actions is told of a run: annotations beside the code, and a summary on the page of the job.
struct GitHubReport: Sendable {
    let report: RunReport
    let terminal: Terminal

    /// Tells it, if this is a job of GitHub Actions.
    func write() {
        guard terminal.environment["GITHUB_ACTIONS"] == "true" else { return }
        for annotation in annotations.prefix(Annotation.most) { terminal.writeError(annotation.text) }
        guard let path = terminal.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
        do throws(Descriptor.OpenError) {
            let summary = try Descriptor.append(path)
            summary.write(report.markdown + "\n")
            summary.close()
        } catch {
            terminal.complain("\(error)")
        }
    }

    /// What was expected first; the end of the command is often only what follows from it.
    private var annotations: [Annotation] {
        let judgement = report.judgement
        let findings = judgement.findings.map { finding in
            let place = finding.place.map(Place.init)
            let arrivals = finding.text(since: judgement.startedAt, judgement.redaction).split(separator: "\n")
            let lines = [finding.description] + arrivals.dropFirst().map { String($0) }
            let message = lines.map(\.printable).joined(separator: "\n")
            return Annotation(file: place?.file, line: place?.line, message: message)
        }
        return findings + report.troubles.map { Annotation(message: $0.printable) }
    }
}

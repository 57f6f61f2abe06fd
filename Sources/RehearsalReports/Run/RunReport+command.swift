import Rehearsal

extension RunReport {
    /// The command as it can be shown, without its secrets.
    package var shownCommand: String { judgement.redaction.command(command) }
}

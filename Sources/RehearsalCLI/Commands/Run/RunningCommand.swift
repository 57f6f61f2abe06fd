/// A command that runs, as the one who waits for its end sees it.
protocol RunningCommand: Sendable {
    /// Whether anything of it still runs, also what it has started and left behind.
    var isAlive: Bool { get }
    /// Whether a signal that the terminal sends to its foreground group reaches the command too.
    var isInOurGroup: Bool { get }

    /// Sends a signal to the command alone.
    func signalCommand(_ number: Int32)
    /// Asks the command to end.
    func askCommandToEnd()
    /// Asks everything to end.
    func askAllToEnd()
    /// Ends everything, also what is started meanwhile.
    func endAll()
}

import RehearsalPlatform

/// The end of a server that was asked to end: it takes back what it wrote of itself as its last act.
struct ServerEnd: Sendable {
    let state: StateFile
    let folder: StateFolder

    /// Between two looks: a process that is no child of this one tells nobody of its end.
    private static let pause: UInt32 = 5_000

    init(of state: StateFile, in folder: StateFolder) { (self.state, self.folder) = (state, folder) }

    /// Returns when it has ended, or false when it has not for that long.
    func wait(atMost limit: Duration) -> Bool {
        let deadline = ContinuousClock.now + limit
        while folder.holds(state), OwnedFolder.isAlive(state.process) {
            if deadline < .now { return false }
            usleep(Self.pause)
        }
        folder.remove(state)
        return true
    }
}

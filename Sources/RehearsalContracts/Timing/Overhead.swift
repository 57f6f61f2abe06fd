/// What a wait is seen longer than it was, because everything takes a little time.
///
/// Taken from controls: calls that follow each other without any wait, seen by the same server on the same machine.
package enum Overhead {
    /// How many controls say something about the slowest in a hundred.
    package static let leastControls = 30

    /// What no wait is seen longer by (E): 5 ms and three times the slowest in a hundred; nil for too few controls.
    package static func bound(of controls: [Duration]) -> Duration? {
        guard controls.count >= leastControls else { return nil }
        let sorted = controls.sorted()
        let rank = (controls.count * 99 + 99) / 100
        return .milliseconds(5) + max(.zero, sorted[rank - 1]) * 3
    }

    /// What a wait is seen longer by where whoever waits was woken so late at the most.
    package static func bound(wakingLateBy lateness: Duration) -> Duration { .milliseconds(5) + lateness * 3 }

    /// Whether so much is little enough to judge waits of that length by.
    package static func isFine(_ bound: Duration, for base: Duration) -> Bool { bound * 4 <= base }
}

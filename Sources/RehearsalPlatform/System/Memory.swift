import CRehearsalPlatform

/// The memory of this process.
package enum Memory {
    /// Gives back to the system what has been freed and is kept for the next time, where the system's allocator does
    /// not by itself. Takes some milliseconds.
    package static func giveBack() { rehearsal_give_back_memory() }
}

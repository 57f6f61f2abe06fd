import Foundation

/// Whether the tests of this target run: only in a process that `ConsumerTests` starts, because some of them must fail.
enum FixtureRun {
    static let isRequested = ProcessInfo.processInfo.environment["REHEARSAL_CONSUMER_FIXTURES"] != nil
}

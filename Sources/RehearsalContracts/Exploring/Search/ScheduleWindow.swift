/// The schedules of a search that run, wait to run, or have ended before an earlier one.
///
/// The search learns from the runs in the order of their schedules, and generates a schedule after each. So the seed
/// determines the schedules, although they end in any order.
package struct ScheduleWindow<Run> {
    private var generator: ScheduleGenerator
    /// The maximum number of schedules of the search.
    private let limit: Int
    /// The schedules that were generated and have not been started.
    private var waiting: ArraySlice<Schedule> = []
    private var running: [Int: Schedule] = [:]
    private var ended: [Int: (run: Run, schedule: Schedule, observation: ScheduleObservation?)] = [:]
    private var started = 0
    private var learned = 0

    /// The number of schedules after the last one from which the search has learned.
    private static var size: Int { 64 }

    /// - Parameter limit: the maximum number of schedules of the search; nil for none.
    package init(_ generator: ScheduleGenerator, limit: Int?) {
        self.generator = generator
        self.limit = limit ?? .max
    }

    /// The number of different behaviors from which the search has learned.
    package var behaviorCount: Int { generator.behaviorCount }

    /// Starts a schedule.
    ///
    /// - Parameter parallel: the number of schedules that may run at the same time.
    /// - Returns: the schedule and its index in the search; nil if no further one may run before another has ended.
    package mutating func start(parallel: Int) -> (index: Int, schedule: Schedule)? {
        while started + waiting.count < min(learned + Self.size, limit) { waiting.append(generator.next()) }
        guard running.count < max(1, parallel), let schedule = waiting.popFirst() else { return nil }
        defer { started += 1 }
        running[started] = schedule
        return (started, schedule)
    }

    /// Records the run of a schedule that was started.
    ///
    /// - Parameter observation: the behavior from which the search learns; nil if the schedule does not determine it.
    package mutating func end(_ index: Int, _ run: Run, _ observation: ScheduleObservation?) {
        guard let schedule = running.removeValue(forKey: index) else { return }
        ended[index] = (run, schedule, observation)
    }

    /// Learns from the run of the next schedule in the order of the search.
    ///
    /// - Returns: the run; nil if the schedule has not ended.
    package mutating func learn() -> Run? {
        guard let (run, schedule, observation) = ended.removeValue(forKey: learned) else { return nil }
        learned += 1
        if let observation { generator.learn(schedule, observation) }
        return run
    }
}

import Rehearsal

/// A generator of the schedules of a search, which the seed and the observed histories determine.
package struct ScheduleGenerator: Sendable {
    /// A strategy of a search.
    package enum Strategy: String, Sendable, Hashable, CaseIterable {
        /// Independent random schedules first. Then small ones, variations of those that showed a new behavior, and
        /// random ones in patterns that occur in practice.
        case guided
        /// Independent random schedules.
        case random
    }

    private let alphabet: ScheduleAlphabet
    private let strategy: Strategy
    private let seed: UInt64
    /// The number of schedules that were generated.
    private var count = 0
    private var small: SmallSchedules
    private var varied = VariedSchedules()
    private var features: Set<UInt64> = []

    package init(_ alphabet: ScheduleAlphabet, seed: UInt64, strategy: Strategy = .guided) {
        (self.alphabet, self.seed, self.strategy) = (alphabet, seed, strategy)
        small = SmallSchedules(alphabet)
    }

    /// The number of different behaviors that the histories have shown.
    package var behaviorCount: Int { features.count }

    /// Returns the next schedule.
    package mutating func next() -> Schedule {
        count += 1
        var random = RandomSource(seed: seed, endpoint: 0x4558_504C_4F52_4521, request: count)
        let isStart = count <= Self.start
        if strategy == .random || (isStart && count % Self.startInterval != 0) {
            return RandomSchedules.independent(alphabet, &random).normalized
        }
        // Two of three schedules are not small, so that a short search also tries long ones.
        if isStart || count % Self.smallInterval == 1, let schedule = small.next(&random) { return schedule }
        if random.unit() < 0.5, let schedule = varied.next(alphabet, &random) { return schedule.normalized }
        return RandomSchedules.patterned(alphabet, &random).normalized
    }

    /// The number of schedules at the start of a guided search, of which most are independent.
    ///
    /// An independent schedule shows more behaviors than a small one, until the frequent behaviors are known.
    private static let start = 600
    /// The interval of the small schedules at the start. The schedules between them are independent.
    private static let startInterval = 5
    /// The interval of the small schedules after the start.
    private static let smallInterval = 3

    /// Records the behavior of a client under a schedule. Later schedules extend or vary those that showed a new one.
    ///
    /// The schedule must determine the observation. Otherwise the seed does not determine the later schedules.
    package mutating func learn(_ schedule: Schedule, _ observation: ScheduleObservation) {
        let before = features.count
        features.formUnion(observation.features)
        guard strategy == .guided, features.count > before else { return }
        if small.contains(schedule) { small.extend(schedule, observation) }
        varied.add(schedule, observation)
    }
}

extension Array {
    /// Returns a random element; nil if the array is empty.
    func element(_ random: inout RandomSource) -> Element? {
        isEmpty ? nil : self[Int(random.integer(in: 0...Int64(count - 1)))]
    }
}

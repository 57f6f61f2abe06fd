import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("The order of a search", .limitedConcurrency)
struct ScheduleWindowTests {
    private static let generator = ScheduleGenerator(ScheduleAlphabet(ScheduleGeneratorTests.contract), seed: 1)

    /// Returns the behavior of a client that the schedule alone determines.
    private func observation(of schedule: Schedule) -> ScheduleObservation {
        let requests = schedule.steps.map { step in step.call.map { [$0.operation, $0.operation] } ?? [] }
        return ScheduleObservation(features: [UInt64(schedule.description.utf8.count)], requests: requests)
    }

    /// Returns the schedules of a search in the order in which it learns from them.
    ///
    /// - Parameter next: returns the position of the running schedule that ends next.
    private func search(
        parallel: Int,
        learns: Bool = true,
        next: (_ running: Int) -> Int
    ) -> (schedules: [Schedule], behaviors: Int, mostRunning: Int) {
        var sut = ScheduleWindow<Schedule>(Self.generator, limit: 300)
        var (running, mostRunning, schedules) = ([(index: Int, schedule: Schedule)](), 0, [Schedule]())
        while true {
            while let started = sut.start(parallel: parallel) { running.append(started) }
            mostRunning = max(mostRunning, running.count)
            if let schedule = sut.learn() {
                schedules.append(schedule)
                continue
            }
            guard !running.isEmpty else { return (schedules, sut.behaviorCount, mostRunning) }
            let (index, schedule) = running.remove(at: next(running.count))
            sut.end(index, schedule, learns ? observation(of: schedule) : nil)
        }
    }

    @Test(
        "The schedules are the same in whatever order they end, however many run at the same time.",
        arguments: [2, 8, 32]
    )
    func order(parallel: Int) {
        let expected = search(parallel: 1) { _ in 0 }
        #expect(expected.schedules.count == 300 && expected.mostRunning == 1)
        #expect(expected.schedules != search(parallel: 1, learns: false) { _ in 0 }.schedules)
        var random = RandomSource(seed: 1, endpoint: 0, request: 0)
        let orders: [(Int) -> Int] = [{ _ in 0 }, { $0 - 1 }, { Int(random.integer(in: 0...Int64($0 - 1))) }]
        for next in orders {
            let actual = search(parallel: parallel, next: next)
            let equal = zip(actual.schedules, expected.schedules).prefix { $0 == $1 }.count
            #expect(equal == 300)
            #expect(actual.behaviors == expected.behaviors)
            #expect(actual.mostRunning == parallel)
        }
    }

    @Test("No schedule starts more than 64 places after the last one from which the search has learned.")
    func limit() {
        var sut = ScheduleWindow<Void>(Self.generator, limit: nil)
        var started: [Int] = []
        while let (index, _) = sut.start(parallel: 100) { started.append(index) }
        #expect(started == Array(0..<64))
        for index in 1..<64 { sut.end(index, (), nil) }
        #expect(sut.learn() == nil && sut.start(parallel: 100) == nil)
        sut.end(0, (), nil)
        #expect(sut.learn() != nil && sut.start(parallel: 100)?.index == 64)
    }
}

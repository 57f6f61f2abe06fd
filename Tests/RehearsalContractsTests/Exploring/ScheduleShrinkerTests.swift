import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Shrinking of schedules", .limitedConcurrency)
struct ScheduleShrinkerTests {
    private func call(_ name: String, _ actions: ScheduleAction...) -> Schedule.Step {
        Schedule.Step(.call(.init(name)), actions)
    }

    @Test("Only the steps and actions that the failure needs remain.")
    func needed() async {
        let schedule = Schedule([
            call("a", .status(503), .replyLost), .init(.pause(.seconds(60))), call("b", .normal, .replyCut, .webPage),
            call("c", .status(500)), .init(.call(.init("b", isOffline: true))), call("a"),
        ])
        var sut = ScheduleShrinker { schedule in
            // A lost reply to "a", and later a call of "c".
            guard let first = schedule.steps.firstIndex(where: { $0.actions.contains(.replyLost) }) else {
                return false
            }
            return schedule.steps[first...].contains { $0.call?.operation == "c" }
        }
        #expect(await sut.shrunk(schedule) == Schedule([call("a", .replyLost), call("c")]))
    }

    @Test("A step whose actions the step before can take is merged with it.")
    func merged() async {
        let offline = Schedule.Step(.call(.init("a", isOffline: true)))
        var sut = ScheduleShrinker { schedule in
            // A lost request to "a", or to "b" after a call of "a" without a connection.
            schedule.steps.indices.contains { index in
                let step = schedule.steps[index]
                guard step.actions.contains(.requestLost) else { return false }
                return step.call?.operation == "a"
                    || (step.call?.operation == "b" && index > 0 && schedule.steps[index - 1] == offline)
            }
        }
        let shrunk = await sut.shrunk(Schedule([offline, call("b", .requestLost)]))
        #expect(shrunk == Schedule([call("a", .requestLost)]))
    }

    @Test("An action becomes the weakest one that still fails.")
    func weaker() async {
        var sut = ScheduleShrinker { schedule in
            schedule.steps.contains { $0.actions.contains { $0.losesReply } }
        }
        let shrunk = await sut.shrunk(Schedule([call("a", .status(401), .replyCut)]))
        #expect(shrunk == Schedule([call("a", .requestLost)]))
    }

    @Test("A pause is shortened, and a call becomes a plain one.")
    func events() async {
        var sut = ScheduleShrinker { schedule in
            schedule.steps.contains { if case .pause(let time) = $0.event { time >= .seconds(5) } else { false } }
                && schedule.steps.contains { $0.call?.operation == "a" }
        }
        let schedule = Schedule([
            .init(.pause(.seconds(60))),
            .init(.call(.init("a", parallel: 4, isOffline: true, isCancelled: true)), [.late]),
        ])
        let shrunk = await sut.shrunk(schedule)
        #expect(shrunk == Schedule([.init(.pause(.milliseconds(7_500))), call("a")]), "\(shrunk)")
    }

    @Test("Candidates that run at the same time give the same schedule.", arguments: [1, 3, 16])
    func parallel(_ count: Int) async {
        let schedule = Schedule([
            call("b", .status(503)), call("a", .normal, .delay(.seconds(3)), .replyCut), call("b"), call("c", .late),
        ])
        var sut = ScheduleShrinker(parallel: count) { schedule in
            schedule.steps.contains { $0.actions.contains { $0.losesReply } }
        }
        #expect(await sut.shrunk(schedule) == Schedule([call("a", .requestLost)]))
    }

    @Test("A candidate after one that fails is tried again later.", arguments: [1, 3, 16])
    func untried(_ count: Int) async {
        var sut = ScheduleShrinker(parallel: count) { $0.steps.contains { $0.actions.contains(.webPage) } }
        let shrunk = await sut.shrunk(Schedule([call("a", .status(503), .replyLost, .webPage)]))
        #expect(shrunk == Schedule([call("a", .webPage)]))
    }

    @Test("The limit of trials does not depend on the number of candidates that run at the same time.")
    func limit() async {
        let actions = Array(repeating: ScheduleAction.status(503), count: 44) + [.webPage]
        let schedule = Schedule([Schedule.Step(.call(.init("a")), actions)])
        for count in [1, 16] {
            var sut = ScheduleShrinker(parallel: count) { $0.steps.contains { $0.actions.contains(.webPage) } }
            #expect(await sut.shrunk(schedule) == Schedule([call("a", .webPage)]), "\(count)")
        }
    }

    @Test("A call in the background keeps its late reply.")
    func late() async {
        let step = Schedule.Step(.call(.init("a", isInBackground: true)), [.normal, .late])
        var sut = ScheduleShrinker { $0.steps.contains { $0.call?.isInBackground == true } }
        let shrunk = await sut.shrunk(Schedule([step, call("b", .status(503))]))
        #expect(shrunk == Schedule([Schedule.Step(step.event, [.late])]))
    }

    @Test("A call that overlaps another becomes a plain one without the action of the other.", arguments: 0...1)
    func overlapping(_ place: Int) async {
        let plain = call("a", .status(503), .webPage)
        var actions = plain.actions
        actions.insert(.normal, at: place)
        let overlapping = Schedule.Step(.call(.init("a", parallel: 2)), actions)
        var sut = ScheduleShrinker { [[plain], [overlapping]].contains($0.steps) }
        #expect(await sut.shrunk(Schedule([overlapping])).steps == [plain])
    }

    @Test("A schedule that no reduction keeps failing is unchanged.")
    func minimal() async {
        let schedule = Schedule([call("a", .replyLost), call("b", .status(503))])
        var sut = ScheduleShrinker { $0 == schedule }
        #expect(await sut.shrunk(schedule) == schedule)
    }
}

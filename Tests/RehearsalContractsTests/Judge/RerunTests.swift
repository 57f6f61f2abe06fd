import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Reasons to run a clause again", .limitedConcurrency)
struct RerunTests {
    /// A result of a clause whose call may take two seconds, with the given findings and doubts.
    private func result(
        _ findings: [Finding.Basis] = [],
        doubts: [Bool] = [],
        latency: SchedulerLatency = SchedulerLatency(),
    ) throws -> ClauseResult {
        let rule = Rule("TEST-01", "Nothing is wrong.", source: "a test") { call in
            [
                Rule.Draft("", TestCase(call.operation, replies: [])) { exam in
                    for basis in findings { exam.fail("a finding", basis) }
                    for isPassing in doubts { exam.markInconclusive("a doubt", isTransient: isPassing) }
                }
            ]
        }
        let sut = MadeUp.client()
        var declaration = sut.declaration
        declaration.operations = [sut.operation]
        let plan = Plan(declaration, profile: .extended, rules: [rule])
        var evidence = MadeUpCall(waits: []).evidence
        evidence.latency = latency
        return Judge(declaration).judge(try #require(plan.clauses.first), [evidence])
    }

    @Test("A client that sends more requests than the journal keeps fails.")
    func forgotten() throws {
        var evidence = MadeUpCall(waits: []).evidence
        evidence.dropped = 40_000
        let plan = MadeUp.client().plan(of: "STAT-01")
        let sut = Judge(plan.declaration).judge(try #require(plan.clauses.first), [evidence])
        #expect(sut.findings == ["the client sent 40001 requests and did not stop"])
        #expect(sut.verdict == .fail)
    }

    /// A latency that delays an event by at most this duration.
    private func moving(by allowance: Duration) -> SchedulerLatency {
        SchedulerLatency(process: allowance - SchedulerLatency().allowance)
    }

    @Test("A finding based on an event counts at once if the machine is on time.")
    func event() throws {
        #expect(try result([.event]).rerun == nil)
        #expect(try result([.event, .late(by: .seconds(9))], latency: moving(by: .milliseconds(1_999))).rerun == nil)
    }

    @Test("A finding based on an event does not count if the machine exhausted a timeout.")
    func starvedEvent() throws {
        #expect(try result([.event], latency: moving(by: .seconds(2))).rerun == .machineBusy)
    }

    @Test("A client that lost half of its time counts, unless one of its timers may have expired.")
    func lostTimer() throws {
        var latency = SchedulerLatency(lost: .seconds(3), longest: .milliseconds(60))
        latency.observed = .seconds(6)
        #expect(try result([.event], latency: latency).rerun == nil)
        var call = MadeUpCall(waits: [])
        (call.outcomes, call.latency) = ([.timeout], latency)
        #expect(try MadeUp.client().judge("STAT-01", "200", call).rerun == .machineBusy)
    }

    @Test("A pass does not count if the machine consumed half of a timeout.")
    func starvedPass() throws {
        let delayed = { (milliseconds: Int) in SchedulerLatency(longest: .milliseconds(milliseconds)) }
        #expect(try result(latency: delayed(999)).rerun == nil)
        #expect(try result(latency: delayed(1_000)).rerun == .machineBusy)
    }

    @Test("A late event is run again, and counts if it is later than the machine's latency.")
    func late() throws {
        let onTime = try result([.late(by: .milliseconds(101))], latency: moving(by: .milliseconds(100)))
        #expect(onTime.rerun == .late)
        #expect(onTime.acceptedResult(after: nil)?.verdict == .fail)
        let starved = try result([.late(by: .milliseconds(100))], latency: moving(by: .milliseconds(100)))
        #expect(starved.rerun == .machineBusy)
        #expect(starved.acceptedResult(after: .late) == nil)
    }

    @Test("A late event does not count if many short delays add up to its lateness.")
    func addedUp() throws {
        var latency = SchedulerLatency(lost: .seconds(3), longest: .milliseconds(60))
        latency.observed = .seconds(4)
        #expect(try result([.late(by: .milliseconds(2_840))], latency: latency).rerun == .machineBusy)
        latency.observed = .seconds(7)
        #expect(try result([.late(by: .milliseconds(2_840))], latency: latency).rerun == .late)
    }

    @Test("A finding that may be chance counts if two runs show it.")
    func chance() throws {
        let sut = try result([.chance])
        #expect(sut.rerun == .chance)
        #expect(sut.acceptedResult(after: .machineBusy) == nil)
        #expect(sut.acceptedResult(after: .chance)?.verdict == .fail)
    }

    @Test("A timeout after all replies were sent counts if two runs show it.")
    func unheard() throws {
        var call = MadeUpCall(waits: [])
        call.outcomes = [.timeout]
        let sut = try MadeUp.client().judge("STAT-01", "200", call)
        #expect(sut.rerun == .chance)
        #expect(sut.acceptedResult(after: .chance)?.verdict == .fail)
        var unanswered = MadeUpCall()
        unanswered.add(at: .zero, lasting: .seconds(2), end: .closedByClient)
        unanswered.outcomes = [.timeout]
        #expect(try MadeUp.client().judge("STAT-01", "200", unanswered).rerun == nil)
    }

    @Test("A timeout that expired although only virtual time should pass does not count, except for a fault.")
    func overtaken() throws {
        func rerun(
            _ milliseconds: Int,
            _ end: Journal.End = .closedByClient,
            isComplete: Bool = true,
            fault: String? = nil,
            usesClock: Bool = true,
        ) throws -> RerunReason? {
            var call = MadeUpCall()
            call.add(at: .zero, lasting: .milliseconds(milliseconds), announced: isComplete, end: end, fault: fault)
            (call.outcomes, call.sleeps) = ([.timeout], usesClock ? [] : nil)
            return try MadeUp.client().judge("STAT-01", "200", call).rerun
        }
        // The server does not see the beginning of the timeout, which is two seconds.
        #expect(try rerun(1_000) == .machineBusy)
        #expect(try rerun(1_000, .resetByClient) == .machineBusy)
        #expect(try rerun(999) == nil)
        #expect(try rerun(1_999, isComplete: false) == nil)
        #expect(try rerun(1_999, .stopped) == nil)
        #expect(try rerun(2_000, .stopped) == .machineBusy)
        #expect(try rerun(2_000, fault: "stall at beforeHead") == nil)
        #expect(try rerun(2_000, usesClock: false) == nil)
    }

    @Test("A doubt that may pass is run again, and one that lasts is not.")
    func doubt() throws {
        #expect(try result(doubts: [true]).rerun == .inconclusive)
        #expect(try result(doubts: [true, false]).rerun == nil)
    }

    @Test("A clause that was never settled is inconclusive with the measured reason.")
    func unsettled() throws {
        let latency = SchedulerLatency(
            lost: .seconds(6),
            longest: .milliseconds(5_700),
            holders: ["thread 4711 in clock_nanosleep"]
        )
        let sut = try result([.event], latency: latency).withoutVerdict
        let held = "the threads of this process were blocked for 5.7 s by thread 4711 in clock_nanosleep"
        #expect(sut.verdict == .inconclusive("the machine was too busy to judge the clause: \(held)"))
        #expect(sut.findings.isEmpty)
        #expect(sut.notes == ["a finding"])
    }

    @Test("A latency allows for four of its longest delays, at most for all of them, and adds the server's.")
    func allowance() {
        let base = Duration.milliseconds(5)
        let milliseconds = { (count: Int) in Duration.milliseconds(count) }
        let few = SchedulerLatency(lost: milliseconds(30), longest: milliseconds(10))
        #expect(few.allowance == base + milliseconds(30))
        let many = SchedulerLatency(lost: milliseconds(90), longest: milliseconds(10))
        #expect(many.allowance == base + milliseconds(40))
        let other = SchedulerLatency(process: milliseconds(7), server: milliseconds(2))
        #expect(other.allowance == base + milliseconds(9))
        let polling = SchedulerLatency(process: milliseconds(1_000), processWaits: 1_000)
        #expect(polling.allowance == base + milliseconds(8))
    }
}

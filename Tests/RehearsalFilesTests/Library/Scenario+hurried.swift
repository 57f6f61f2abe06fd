@testable import Rehearsal

extension Scenario {
    /// Returns the scenario with all its delays divided by a factor.
    ///
    /// A network phase that lasts a time ends by a release of that name, such as `10.0 seconds`. Windows of quotas and
    /// expected gaps become so long that no test reaches their end, even on a busy machine.
    func accelerated(_ speed: Int) -> Scenario {
        var scenario = self
        for index in scenario.quotas.indices { scenario.quotas[index].window *= 3_600 }
        scenario.expect = scenario.expect.map { $0.accelerated() }
        for index in scenario.network.indices {
            guard case .after(let duration)? = scenario.network[index].until else { continue }
            scenario.network[index].until = .released("\(duration)")
        }
        for index in scenario.endpoints.indices {
            let endpoint = scenario.endpoints[index]
            scenario.endpoints[index].replies = endpoint.replies.map { $0.accelerated(speed) }
            scenario.endpoints[index].overlay.faults = endpoint.overlay.faults.map { $0.accelerated(speed) }
            scenario.endpoints[index].overlay.delay = endpoint.overlay.delay?.accelerated(speed)
            scenario.endpoints[index].overlay.bodyDelay = endpoint.overlay.bodyDelay?.accelerated(speed)
            scenario.endpoints[index].overlay.pace = endpoint.overlay.pace.map { $0 * speed }
            scenario.endpoints[index].overlay.uploadPace = endpoint.overlay.uploadPace.map { $0 * speed }
        }
        return scenario
    }
}

extension Scenario.Expectation {
    fileprivate func accelerated() -> Scenario.Expectation {
        guard case .requests(let query, var demands) = subject else { return self }
        for index in demands.gaps.indices {
            demands.gaps[index].atLeast = demands.gaps[index].atLeast.map { $0 * 3_600 }
        }
        var expectation = self
        expectation.subject = .requests(query, demands)
        return expectation
    }
}

extension Scenario.Reply {
    fileprivate func accelerated(_ speed: Int) -> Scenario.Reply {
        var reply = self
        reply.delay = delay.accelerated(speed)
        reply.bodyDelay = bodyDelay.accelerated(speed)
        reply.pace = pace.map { $0 * speed }
        reply.uploadPace = uploadPace.map { $0 * speed }
        reply.faults = faults.map { $0.accelerated(speed) }
        switch body {
        case .events(var events, let forever):
            for index in events.indices { events[index].after /= speed }
            reply.body = .events(events, forever: forever)
        case .raw(var pieces):
            for index in pieces.indices { pieces[index].after /= speed }
            reply.body = .raw(pieces)
        case .none, .json, .problem, .text, .bytes: break
        }
        return reply
    }
}

extension Fault {
    fileprivate func accelerated(_ speed: Int) -> Fault {
        var fault = self
        switch effect {
        case .stall(let duration?): fault.effect = .stall(for: duration / speed)
        case .delay(let delay): fault.effect = .delay(by: delay.accelerated(speed))
        case .drip(let rate): fault.effect = .drip(bytesPerSecond: rate * speed)
        case .slice(let size, let every): fault.effect = .slice(size: size, every: every / speed)
        default: break
        }
        if case .idle(.after(let duration)) = stage { fault.stage = .idle(.after(duration / speed)) }
        return fault
    }
}

extension Fault.Delay {
    fileprivate func accelerated(_ speed: Int) -> Fault.Delay {
        switch self {
        case .fixed(let duration): .fixed(duration / speed)
        case .uniform(let least, let most): .uniform(least / speed, most / speed)
        case .logNormal(let median, let p99): .logNormal(median: median / speed, p99: p99 / speed)
        }
    }
}

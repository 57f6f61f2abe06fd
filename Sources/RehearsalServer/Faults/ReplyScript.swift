import Rehearsal

/// A sequence of steps that sends one reply: byte ranges, rates, pauses and the end of the connection.
struct ReplyScript {
    /// A step of a script.
    enum Step: Equatable {
        /// Sends all bytes up to an offset of the message.
        case send(to: Int)
        /// Sends all bytes up to an offset, in pieces of a size, at an interval in nanoseconds.
        case spread(to: Int, size: Int, every: Int64)
        /// Sends nothing for a number of nanoseconds.
        case pause(Int64)
        /// Sends nothing until the client closes the connection.
        case stall
        case close
        case reset
        case halfClose
    }

    /// An action that the connection performs for a step or a part of a step.
    enum Action {
        /// The connection sends a range of the message.
        case send(Range<Int>)
        /// The connection sends nothing before a time.
        case wait(until: Int64)
        /// The connection does nothing, and the next step follows at once.
        case skip
        case stall
        case end(Fault.Effect)
        case halfClose
    }

    private let steps: [Step]
    private var index = 0
    /// The number of bytes of the message that previous actions sent.
    private var offset = 0
    /// The time at which the next piece of a spread is due.
    private var due: Int64 = 0
    /// The part of the advanced virtual time whose pieces are still to be sent, in nanoseconds.
    private var unspentAdvance: Int64 = 0
    /// The index of the current spread, whose next piece is due relative to the previous due time; -1 for none.
    private var currentSpread = -1
    /// The step and the offset at which an endless script restarts; nil if the script ends.
    private let restart: (index: Int, offset: Int)?

    /// Shortens the wait for the next piece by a duration.
    mutating func advance(by duration: Int64) {
        due -= duration
        if currentSpread == index { unspentAdvance += duration }
    }

    /// Returns whether a step follows. An endless stream restarts after its last step.
    mutating func hasNext() -> Bool {
        if index >= steps.count, let restart { (index, offset) = restart }
        return index < steps.count
    }

    /// Returns the action for the next step, or for the part of the step that is due; nil after the last step.
    mutating func next(at now: Int64) -> Action? {
        guard index < steps.count else { return nil }
        switch steps[index] {
        case .send(let end):
            let start = offset
            offset = max(start, end)
            index += 1
            return .send(start..<offset)
        case .spread(let end, let size, let interval): return spread(to: end, size, every: interval, at: now)
        case .pause(let duration):
            index += 1
            return duration > 0 ? .wait(until: now + duration) : .skip
        case .stall: return .stall
        case .close: return .end(.close)
        case .reset: return .end(.reset)
        case .halfClose: return .halfClose
        }
    }

    /// Returns the action that sends the next piece, or waits until the piece is due.
    private mutating func spread(to end: Int, _ size: Int, every interval: Int64, at now: Int64) -> Action {
        if now < due { return .wait(until: due) }
        let start = offset
        due = next(after: currentSpread == index ? due : now, every: interval, at: now)
        currentSpread = index
        offset = min(start + size, end)
        if offset >= end { index += 1 }
        return .send(start..<max(start, offset))
    }

    /// Returns whether the script has sent all bytes of a message of a length.
    ///
    /// - Parameter ignoresRest: whether this includes a script that does not end with a close of the connection.
    func isOver(at length: Int, ignoresRest: Bool) -> Bool {
        offset >= length && (ignoresRest || steps.last == .close)
    }

    /// Returns the time at which the next piece is due.
    ///
    /// One late piece does not delay the next pieces. Pieces that are late because the client did not read are not sent
    /// in a burst. After an advance of virtual time, the pieces of that time are.
    private mutating func next(after due: Int64, every interval: Int64, at now: Int64) -> Int64 {
        if unspentAdvance >= interval, interval > 0 {
            unspentAdvance -= interval
            return due + interval
        }
        unspentAdvance = 0
        return max(due + interval, now + interval / 2)
    }

    init(_ reply: PreparedReply, _ message: OutgoingReply, _ random: inout RandomSource) {
        var builder = Builder(message: message)
        let source = reply.source
        if let pace = source.pace { builder.spread(0..<message.length, bytesPerSecond: pace) }
        // A reply to HEAD ends before the offset of the first pause.
        for pause in reply.encoded.pauses where message.hasBody {
            builder.mark(message.offset(ofEncoded: pause.offset), .pause(pause.duration))
        }
        let bodyDelay = source.bodyDelay.sample(from: &random)
        if bodyDelay > 0 { builder.mark(message.headLength, .pause(bodyDelay)) }
        for fault in source.faults { builder.add(fault, &random) }
        steps = builder.steps
        let begins = message.hasBody ? reply.encoded.restart : nil
        restart = begins.map { Self.restart(of: builder.steps, at: message.offset(ofEncoded: $0)) }
    }

    /// Returns the first step that sends bytes after an offset, or a pause that precedes this step.
    ///
    /// The pause then also separates the last piece from the first piece of the next round.
    private static func restart(of steps: [Step], at offset: Int) -> (index: Int, offset: Int) {
        let index =
            steps.firstIndex { step in
                switch step {
                case .send(let end), .spread(let end, _, _): end > offset
                default: false
                }
            } ?? 0
        if index > 0, case .pause = steps[index - 1] { return (index - 1, offset) }
        return (index, offset)
    }
}

extension ReplyScript {
    /// A builder of steps from the events at offsets of a message, and from the rates of its ranges.
    fileprivate struct Builder {
        let message: OutgoingReply
        private var marks: [(offset: Int, step: Step)] = []
        private var spreads: [(range: Range<Int>, size: Int, every: Int64)] = []

        init(message: OutgoingReply) { self.message = message }

        mutating func mark(_ offset: Int, _ step: Step) {
            if step == .pause(0), offset == 0 { return }
            marks.append((offset, step))
        }

        mutating func spread(_ range: Range<Int>, bytesPerSecond: Int) {
            let rate = max(1, bytesPerSecond)
            // Timers have a resolution of a millisecond, so faster rates send several bytes at a time.
            let size = max(1, rate / 1_000)
            spreads.append((range, size, Int64(size) * 1_000_000_000 / Int64(rate)))
        }

        mutating func add(_ fault: Fault, _ random: inout RandomSource) {
            switch fault.stage {
            case .requestBody, .idle: return
            default: break
            }
            let offset = message.offset(of: fault.stage)
            switch fault.effect {
            case .close: mark(offset, .close)
            case .reset: mark(offset, .reset)
            case .halfClose: mark(offset, .halfClose)
            case .stall(nil): mark(offset, .stall)
            case .stall(let duration?): mark(offset, .pause(duration.nanoseconds))
            case .delay(let delay):
                mark(offset, .pause(delay.sample(from: &random)))
                if fault.stage == .end { mark(offset, .close) }
            case .drip(let rate): spread(offset..<message.end(of: fault.stage), bytesPerSecond: rate)
            case .slice(let size, let every):
                let range = offset..<message.end(of: fault.stage)
                spreads.append((range, max(1, size), max(0, every.nanoseconds)))
            case .corrupt, .corruptAt, .replaceBytes, .wrongLength, .extraBytes: break
            }
        }

        var steps: [Step] {
            var steps: [Step] = []
            var offset = 0
            let ordered = marks.enumerated().sorted {
                ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
            }
            for mark in ordered.map(\.element) {
                steps += sending(from: offset, to: mark.offset)
                offset = max(offset, mark.offset)
                steps.append(mark.step)
                switch mark.step {
                case .close, .reset, .halfClose, .stall: return steps
                default: break
                }
            }
            return steps + sending(from: offset, to: message.length)
        }

        /// Returns the steps that send a range. The narrowest spread that contains a byte determines its rate.
        private func sending(from start: Int, to end: Int) -> [Step] {
            var steps: [Step] = []
            var offset = start
            while offset < end {
                let narrowest = spreads.filter { $0.range.contains(offset) }.min { $0.range.count < $1.range.count }
                let boundaries = spreads.flatMap { [$0.range.lowerBound, $0.range.upperBound] }.filter { $0 > offset }
                let next = min(end, boundaries.min() ?? end)
                if let narrowest {
                    steps.append(.spread(to: next, size: narrowest.size, every: narrowest.every))
                } else {
                    steps.append(.send(to: next))
                }
                offset = next
            }
            return steps
        }
    }
}

import Rehearsal
package import RehearsalContracts

/// A message of the harness to a subject that can search for schedules by itself.
package enum ExplorationRequest: Sendable {
    /// Begins a search.
    case start(Explorer.Options)
    /// Runs one schedule several times, and checks the properties each time.
    case replay(ReplayOptions)
    /// Ends the search. The subject answers with its report.
    case stop

    /// The schedule of a replay, and how often it runs.
    package struct ReplayOptions: Sendable {
        package var schedule = Schedule()
        package var runs = 1
        /// The identifiers of the properties to check; empty for all.
        package var properties: [String] = []

        package init() {}
    }

    /// The identifiers of the properties to check; empty for all.
    package var properties: [String] {
        switch self {
        case .start(let options): options.properties
        case .replay(let options): options.properties
        case .stop: []
        }
    }

    /// The message; the subject reads it as a line of its standard input.
    package var message: JSON {
        switch self {
        case .start(let options): ["explore": Explorer.Options.coding.write(options)]
        case .replay(let options): ["replay": ReplayOptions.coding.write(options)]
        case .stop: ["explore": "stop"]
        }
    }

    /// Reads a message; nil if it is of another kind.
    ///
    /// - Throws: ``MessageError`` with the path of the invalid member and the problem.
    package init?(message: JSON) throws {
        let value = MessageValue(message)
        if let replay = value["replay"] {
            self = .replay(try ReplayOptions.coding.read(replay))
        } else if let explore = value["explore"] {
            self = explore.json == "stop" ? .stop : .start(try Explorer.Options.coding.read(explore))
        } else {
            return nil
        }
    }
}

/// A message of a subject that searches for schedules.
package enum ExplorationAnswer: Sendable {
    case progress(ExplorationReport.Progress)
    case report(ExplorationReport)
    /// The reason why the subject cannot search.
    case failed(String)

    package var message: JSON {
        switch self {
        case .progress(let progress): ["progress": ExplorationReport.Progress.coding.write(progress)]
        case .report(let report): ["report": report.message]
        case .failed(let reason): ["failed": .string(reason)]
        }
    }

    /// Reads a message.
    ///
    /// - Throws: ``MessageError`` with the path of the invalid member and the problem.
    package init(message: JSON) throws {
        let value = MessageValue(message)
        if let progress = value["progress"] {
            self = .progress(try ExplorationReport.Progress.coding.read(progress))
        } else if let reason = value["failed"] {
            self = .failed(try String.coding.read(reason))
        } else {
            self = .report(try ExplorationReport.coding.read(value.member("report")))
        }
    }
}

extension ExplorationReport {
    /// The report for programs.
    package var message: JSON { Self.coding.write(self) }
}

extension ExplorationReport: MessageCodable {
    static let coding = MessageCoding.object(
        ExplorationReport(subject: "", seed: 0),
        [
            .init("subject", \.subject, isRequired: true), .init("seed", \.seed, isRequired: true),
            .init("progress", \.progress, isRequired: true), .init("problem", \.problem),
            .init("schedulesToFirst", \.schedulesToFirst),
            .init("checked", \.checked), .init("notApplicable", \.notApplicable), .init("findings", \.findings),
            .init("flaky", \.flaky),
            .init("undeclaredRequests", \.undeclaredRequests, omittedIf: \.isEmpty),
        ]
    )
}

extension ExplorationReport.Progress: MessageCodable {
    static let coding = MessageCoding.object(
        ExplorationReport.Progress(),
        [
            .init("schedules", \.schedules), .init("behaviors", \.behaviors), .init("findings", \.findings),
            .init("inconclusive", \.inconclusive, omittedIf: { $0 == 0 }),
            .init("elapsed", \.elapsed, as: .seconds),
        ]
    )
}

extension ExplorationReport.FlakyFinding: MessageCodable {
    static let coding = MessageCoding.object(
        ExplorationReport.FlakyFinding(ExplorationFinding(), failed: 0, runs: 0),
        [.init("failed", \.failed), .init("runs", \.runs), .init("finding", \.finding, isRequired: true)]
    )
}

extension ExplorationReport.InapplicableProperty: MessageCodable {
    static let coding = MessageCoding.object(
        ExplorationReport.InapplicableProperty(property: "", reason: ""),
        [.init("property", \.property, isRequired: true), .init("reason", \.reason)]
    )
}

extension ExplorationFinding: MessageCodable {
    static let coding = MessageCoding.object(
        ExplorationFinding(),
        [
            .init("property", \.property, isRequired: true), .init("sentence", \.sentence), .init("source", \.source),
            .init("violation", \.violation), .init("step", \.step), .init("operation", \.operation),
            .init("steps", \.schedule, isRequired: true), .init("events", \.events),
        ]
    )
}

extension HistoryEvent.Lane: MessageCodable {}

extension HistoryEvent: MessageCodable {
    static let coding = MessageCoding.object(
        HistoryEvent(.client, "", step: 0),
        [
            .init("step", \.step), .init("lane", \.lane), .init("text", \.text),
            .init("evidence", \.isEvidence, omittedIf: { !$0 }),
        ]
    )
}

/// A schedule, as the list of steps of a schedule file.
extension Schedule: MessageCodable {
    static let coding = MessageCoding<Schedule>(
        read: { message in
            let file: JSON = ["schedule": 1, "steps": message.json]
            do throws(ScheduleFile.Mistake) { return try ScheduleFile(parsing: file.bytes()).schedule } catch {
                throw MessageError(message.place, error.message)
            }
        },
        write: { schedule in .array(schedule.steps.map(\.json)) }
    )
}

extension ScheduleGenerator.Strategy: MessageCodable {}

extension Explorer.Options: MessageCodable {
    static let coding = MessageCoding.object(
        Explorer.Options(),
        [
            .init("schedules", \.schedules, as: Int.coding), .init("for", \.duration, as: .seconds),
            .init("seed", \.seed), .init("strategy", \.strategy), .init("properties", \.properties),
            .init("parallel", \.parallel), .init("stopsAtFirst", \.stopsAtFirst),
        ],
        then: { options, message in
            // A search that is limited by time alone has no limit of schedules.
            if message["for"] != nil, message["schedules"] == nil { options.schedules = nil }
        }
    )
}

extension ExplorationRequest.ReplayOptions: MessageCodable {
    static let coding = MessageCoding.object(
        ExplorationRequest.ReplayOptions(),
        [
            .init("steps", \.schedule, isRequired: true), .init("runs", \.runs), .init("properties", \.properties),
        ]
    )
}

extension UInt64: MessageCodable {
    static let coding = MessageCoding("a whole number from 0 to \(UInt64.max)") { json in
        if case .number(let number) = json { UInt64(number.text) } else { nil }
    } write: { value in
        .number(JSON.Number(text: "\(value)"))
    }
}

extension MessageCoding<Duration> {
    /// A duration as a number of seconds, not limited to a day.
    fileprivate static let seconds = MessageCoding<Duration>(
        read: { message in
            let value = try MessageCoding<Double>.number.read(message)
            guard (0...1e9).contains(value) else { throw message.mismatch("seconds from 0 to 1000000000") }
            return .milliseconds(Int64((value * 1_000).rounded()))
        },
        write: { duration in .number(JSON.Number(text: "\(Double(duration.nanoseconds / 1_000_000) / 1_000)")) }
    )
}

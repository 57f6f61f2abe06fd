package import Rehearsal

/// A schedule with the finding that it shows, as a file (`NAME.schedule.jsonc`).
package struct ScheduleFile: Sendable, Hashable {
    /// The name of the contract.
    package var subject: String
    /// The identifier of the property that the client violated: `PROP-03`; nil if none is stated.
    package var property: String?
    /// The violation in one sentence.
    package var finding: String?
    package var schedule: Schedule

    package init(subject: String, property: String? = nil, finding: String? = nil, _ schedule: Schedule) {
        (self.subject, self.property, self.finding, self.schedule) = (subject, property, finding, schedule)
    }

    /// A mistake in a schedule file, with its position.
    package struct Mistake: Error, Sendable, Hashable, CustomStringConvertible {
        /// The line and the column in bytes, both from 1.
        package var line: Int
        package var column: Int
        package var message: String

        init(at offset: Int, in bytes: [UInt8], _ message: String) {
            let before = bytes[..<min(offset, bytes.count)]
            let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            line = before.count { $0 == UInt8(ascii: "\n") } + 1
            column = before.count - start + 1
            self.message = message
        }

        package var description: String { "\(line):\(column): error: \(message)" }
    }

    /// The end of the name of a schedule file.
    package static let suffix = ".schedule.jsonc"

    /// The maximum numbers of steps, of actions of a step, and of parallel calls.
    static let limits = (steps: 1_000, actions: 1_000, parallel: 100)
}

extension ScheduleFile {
    /// Reads a schedule file: JSON with comments and trailing commas.
    ///
    /// - Throws: the first mistake with its position.
    package init(parsing bytes: [UInt8]) throws(Mistake) {
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONDocument(parsing: bytes, options: [.relaxed, .allowsByteOrderMark])
        } catch {
            throw Mistake(at: error.offset, in: bytes, "\(error)")
        }
        let reader = ScheduleReader(bytes: bytes)
        let root = try reader.object(document.root, Self.keys.map(\.name))
        guard let version = root["schedule"] else {
            throw reader.mistake(document.root, "a schedule file needs \"schedule\": 1")
        }
        guard version.value == 1 else { throw reader.mistake(version, "\"schedule\" must be 1, the only version") }
        guard let list = root["steps"] else { throw reader.mistake(document.root, "a schedule needs \"steps\"") }
        subject = try root["subject"].map(reader.string) ?? ""
        property = try root["property"].map(reader.string)
        finding = try root["finding"].map(reader.string)
        guard list.kind == .array else { throw reader.mistake(list, "\"steps\" must be a list") }
        var steps: [Schedule.Step] = []
        for element in list.elements { steps.append(try reader.step(element)) }
        guard steps.count <= Self.limits.steps else {
            throw reader.mistake(list, "a schedule can have at most \(Self.limits.steps) steps, not \(steps.count)")
        }
        schedule = Schedule(steps)
    }

    /// The text of the file, one step a line.
    package var text: String {
        var lines = finding.map { ["// \($0.replacing("\n", with: " "))"] } ?? []
        lines += ["{", "  \"schedule\": 1,", "  \"subject\": \(Self.quoted(subject)),"]
        if let property { lines.append("  \"property\": \(Self.quoted(property)),") }
        if let finding { lines.append("  \"finding\": \(Self.quoted(finding)),") }
        lines.append("  \"steps\": [")
        lines += schedule.steps.map { "    \(String(decoding: $0.json.bytes(), as: UTF8.self))," }
        return (lines + ["  ]", "}", ""]).joined(separator: "\n")
    }

    private static func quoted(_ text: String) -> String {
        String(decoding: JSON.string(text).bytes(), as: UTF8.self)
    }
}

extension Schedule.Step {
    /// The step as an object of a schedule file.
    package var json: JSON {
        var members: [JSON.Member] = []
        switch event {
        case .call(let call):
            members.append(.init("call", .string(call.operation)))
            if call.parallel > 1 { members.append(.init("parallel", .integer(call.parallel))) }
            if call.isOffline { members.append(.init("offline", true)) }
            if call.isCancelled { members.append(.init("cancelled", true)) }
            if call.isInBackground { members.append(.init("background", true)) }
        case .pause(let duration): members.append(.init("pause", .string(duration.scenarioText)))
        }
        let runs = ActionRun.runs(of: actions)
        if !runs.isEmpty { members.append(.init("requests", .texts(runs.map(\.description)))) }
        return .object(members)
    }
}

/// A reader of the objects of a schedule file.
private struct ScheduleReader {
    let bytes: [UInt8]

    typealias Mistake = ScheduleFile.Mistake

    func mistake(_ node: JSONDocument.Node, _ message: String) -> Mistake {
        Mistake(at: node.range.lowerBound, in: bytes, message)
    }

    /// Returns the members of an object, all of which must have one of the names.
    func object(_ node: JSONDocument.Node, _ names: [String]) throws(Mistake) -> [String: JSONDocument.Node] {
        guard node.kind == .object else { throw mistake(node, "expected an object") }
        var members: [String: JSONDocument.Node] = [:]
        for member in node.members {
            guard names.contains(member.name) else {
                let nearest = NearestName.of(member.name, in: names).map { "; did you mean \"\($0)\"?" }
                let known = nearest ?? "; the keys are \(names.joined(separator: ", "))"
                throw mistake(member.value, "unknown key \"\(member.name)\"\(known)")
            }
            guard members.updateValue(member.value, forKey: member.name) == nil else {
                throw mistake(member.value, "the key \"\(member.name)\" is repeated")
            }
        }
        return members
    }

    func string(_ node: JSONDocument.Node) throws(Mistake) -> String {
        guard let text = node.string else { throw mistake(node, "expected a string") }
        return text
    }

    func flag(_ node: JSONDocument.Node) throws(Mistake) -> Bool {
        guard case .bool(let value) = node.value else { throw mistake(node, "expected true or false") }
        return value
    }

    func step(_ node: JSONDocument.Node) throws(Mistake) -> Schedule.Step {
        let members = try object(node, ScheduleFile.stepKeys.map(\.name))
        let events = ["call", "pause"].filter { members[$0] != nil }
        guard events.count == 1 else {
            throw mistake(node, "a step needs either \"call\" or \"pause\"")
        }
        let others = ScheduleFile.stepKeys.map(\.name).filter { $0 != events[0] }
        if members["call"] == nil, let name = others.first(where: { members[$0] != nil }), let wrong = members[name] {
            throw mistake(wrong, "\"\(name)\" belongs to a step with \"call\"")
        }
        if let pause = members["pause"] {
            guard let duration = Duration(scenarioText: try string(pause)) else {
                throw mistake(pause, "\"pause\" must be a duration of at most a day, such as \"2s\"")
            }
            return Schedule.Step(.pause(duration))
        }
        return try call(members, node)
    }

    private func call(
        _ members: [String: JSONDocument.Node],
        _ node: JSONDocument.Node,
    ) throws(Mistake) -> Schedule.Step {
        guard let name = members["call"] else { throw mistake(node, "a step needs \"call\"") }
        var call = Schedule.Call(try string(name))
        if let parallel = members["parallel"] {
            guard case .number(let number) = parallel.value, let count = Int(number.text),
                1...ScheduleFile.limits.parallel ~= count
            else { throw mistake(parallel, "\"parallel\" must be 1 to \(ScheduleFile.limits.parallel)") }
            call.parallel = count
        }
        if let offline = members["offline"] { call.isOffline = try flag(offline) }
        if let cancelled = members["cancelled"] { call.isCancelled = try flag(cancelled) }
        if let background = members["background"] { call.isInBackground = try flag(background) }
        var actions: [ScheduleAction] = []
        if let requests = members["requests"] {
            guard requests.kind == .array else { throw mistake(requests, "\"requests\" must be a list of actions") }
            for element in requests.elements {
                guard let run = ActionRun(try string(element)) else {
                    throw mistake(element, "unknown action; the forms are \(ScheduleAction.forms)")
                }
                guard actions.count + run.count <= ScheduleFile.limits.actions else {
                    throw mistake(element, "a step can have at most \(ScheduleFile.limits.actions) actions")
                }
                actions += Array(repeating: run.action, count: run.count)
            }
        }
        return Schedule.Step(.call(call), actions)
    }
}

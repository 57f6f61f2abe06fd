package import Rehearsal
import RehearsalContracts

extension WrittenReport {
    /// Why a document is not read as a report.
    package struct ReadingError: Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// Reads a report that was written as JSON; what is missing is empty, but for what says which clause came to what.
    package init(json: JSON) throws(ReadingError) {
        guard json["format"] == .string(Self.format) else {
            throw ReadingError(
                description: "this is no report of rehearsal verify: \"format\" is not \"\(Self.format)\"; "
                    + "rehearsal verify --report json=FILE writes one"
            )
        }
        guard json["version"] == .integer(Self.version) else {
            let found = json["version"].map { String(decoding: $0.bytes(), as: UTF8.self) } ?? "nothing"
            throw ReadingError(description: "\"version\" is \(found), and this program reads \(Self.version)")
        }
        self.init(
            subject: json.text("subject") ?? "",
            platform: json.text("platform") ?? "",
            transport: json.text("transport") ?? "",
            profile: json.text("profile") ?? "",
            timing: json.text("timing") ?? "",
            startedAt: json.text("startedAt"),
            elapsed: json.time("elapsed") ?? .zero,
            overhead: json.time("overhead"),
            command: json.text("command"),
            errors: json.texts("errors"),
            breaches: json.texts("breaches"),
            warnings: json.texts("warnings"),
            rules: json.elements("rules").map(Rule.init(json:)),
            clauses: [],
            notApplicable: json.elements("notApplicable").map {
                Plan.NotApplicable(
                    rule: $0.text("rule") ?? "",
                    operation: $0.text("operation") ?? "",
                    reason: $0.text("reason") ?? ""
                )
            },
            maps: json.elements("maps").map(Map.init(json:))
        )
        for (index, element) in json.elements("clauses").enumerated() {
            guard let clause = Clause(json: element) else {
                throw ReadingError(description: "\"clauses\"[\(index)] does not say which clause it is and its verdict")
            }
            clauses.append(clause)
        }
    }
}

extension WrittenReport.Rule {
    fileprivate init(json: JSON) {
        self.init(
            id: json.text("id") ?? "",
            level: json.text("level") ?? "",
            statement: json.text("statement") ?? "",
            source: json.text("source") ?? "",
            restsOn: json.texts("restsOn")
        )
    }
}

extension WrittenReport.Clause {
    fileprivate init?(json: JSON) {
        guard let id = json.text("id"), let rule = json.text("rule"), let operation = json.text("operation"),
            let kind = json.text("verdict").flatMap(Verdict.Kind.init(rawValue:)),
            let verdict = Verdict(kind, reason: json.text("reason"))
        else { return nil }
        self.init(id: id, rule: rule, operation: operation, variant: json.text("variant") ?? "", verdict)
        (findings, notes, outcomes) = (json.texts("findings"), json.texts("notes"), json.texts("outcomes"))
        (timeline, knownReason) = (json.texts("timeline"), json.text("knownReason"))
        (attribution, again, took) = (json.text("attribution"), json.text("again"), json.time("took") ?? .zero)
        exchanges = json.elements("exchanges").map(WrittenReport.Exchange.init(json:))
        waits = json.elements("waits").compactMap { wait in
            wait.time("gap").map { gap in
                let isRight = wait["isRight"] != false
                return Examination.Wait(gap, least: wait.time("least"), most: wait.time("most"), isRight: isRight)
            }
        }
    }
}

extension WrittenReport.Exchange {
    fileprivate init(json: JSON) {
        self.init(
            at: json.time("at") ?? .zero,
            end: json.time("end"),
            connection: json.integer("connection").map { Int($0) } ?? 0,
            status: json.integer("status").map { Int($0) },
            isResent: json["resent"] == true,
            line: json.text("line") ?? ""
        )
    }
}

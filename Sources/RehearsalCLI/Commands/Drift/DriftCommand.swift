import Rehearsal
import RehearsalClient
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform
import RehearsalRecorder
import RehearsalRecordings
import RehearsalServer

/// `rehearsal drift`: sends what was recorded to a backend, and says what it answers otherwise.
struct DriftCommand {
    static let command = Command(
        name: "drift",
        summary: "asks a real backend what was recorded, and says what it answers otherwise",
        operands: "RECORDING",
        discussion: """
            Sends the recorded requests to a backend and compares what it answers with what was recorded: statuses,
            headers, and the shape of bodies in JSON, XML and CSV, field by field: members that are new, gone or
            missing in places, other kinds of value, nulls and fractions that were never seen, dates that are written
            otherwise, and words that are new where there were only a few. What stands in a field may differ. Other
            bodies are not compared, and the report says how many.

            An index stands for any: all elements of a list are one place, and so are all members whose names are
            numbers, dates or identifiers, as the keys of a dictionary are ($.byDay.*). A member holds one of a few
            words if the recording has the same few there three times or more, and it is not called name, title, city
            or the like; --words declares one.

            Each request is sent twice: what differs between the two answers, or between repeats in the recording, is
            volatile and no drift. --ignore declares more. Only GET, HEAD and OPTIONS are sent unless --all says so,
            and only what was asked of the host that was asked most. No recorded credential is sent: --header gives
            those of today.
            """,
        options: DriftOptions.fields.map(\.option),
        examples: [
            "rehearsal drift Recordings/users.har --against https://api.example.com":
                "tells whether the recording has gone stale",
            "rehearsal drift Recordings/users.har --against https://api.example.com "
                + "--header \"Authorization: Bearer $TOKEN\" --format markdown":
                "the same for who is signed in, for a comment on a pull request",
        ],
        exits: [
            .held: "nothing has drifted",
            .failed: "something has",
            .couldNot: "the backend did not answer at all, or https needs an OpenSSL that is not there",
            .usage: "the command line or the recording is wrong",
        ],
        run: { arguments, terminal throws(UsageError) in Self(try DriftOptions(arguments), terminal).run() }
    )

    let options: DriftOptions
    let terminal: Terminal

    init(_ options: DriftOptions, _ terminal: Terminal) { (self.options, self.terminal) = (options, terminal) }

    func run() -> ExitStatus {
        do throws(Failure) { return conclude(try report()) } catch {
            switch error {
            case .document: return .usage
            case .unavailable(let unavailable):
                terminal.complain(unavailable.message, hint: unavailable.hint)
                return .couldNot
            }
        }
    }

    /// Why there is nothing to report.
    enum Failure: Error {
        /// The recording is wrong, which has been said.
        case document
        case unavailable(Unavailable)
    }

    /// What has drifted.
    func report() throws(Failure) -> DriftReport {
        let recording = InspectedRecording(options.path)
        for diagnostic in recording.diagnostics { terminal.writeError(diagnostic.text) }
        if recording.hasErrors { throw .document }
        return report(on: recording, try asker(for: recording))
    }

    private func asker(for recording: InspectedRecording) throws(Failure) -> DriftAsker {
        do throws(Unavailable) {
            return try DriftAsker(
                backend: options.backend,
                timeout: options.timeout,
                headers: options.headers,
                claims: Set(recording.exchanges.flatMap(\.credentials))
            )
        } catch {
            throw .unavailable(error)
        }
    }

    private func report(on recording: InspectedRecording, _ asker: DriftAsker) -> DriftReport {
        var report = DriftReport(recording: options.path, backend: options.backend.origin)
        let groups = Self.groups(of: recording.exchanges)
        let origin = Self.mainOrigin(of: recording.exchanges)
        for (index, group) in groups.enumerated() {
            if terminal.showsProgress { terminal.writeOver("\(index + 1) of \(groups.count): \(group[0].title)") }
            report.requests.append(request(group, from: origin, asker))
        }
        if terminal.showsProgress { terminal.writeOver("") }
        return report
    }

    /// Exchanges of one request, in the order in which it was first made.
    private static func groups(of exchanges: [InspectedExchange]) -> [[InspectedExchange]] {
        var order: [Key] = []
        var groups: [Key: [InspectedExchange]] = [:]
        for exchange in exchanges {
            let key = Key(
                origin: exchange.origin,
                method: exchange.method,
                target: exchange.target,
                body: exchange.requestBody,
                credentials: exchange.credentials,
                accept: exchange.requestHeaders.values(of: "Accept")
            )
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(exchange)
        }
        return order.compactMap { groups[$0] }
    }

    private struct Key: Hashable {
        var origin: String
        var method: String
        var target: String
        var body: [UInt8]
        /// How it was said who asks: without that, another answer is right.
        var credentials: Set<String>
        /// What was asked for: the same in another form is another answer.
        var accept: [String]
    }

    /// The origin of the most exchanges: what a browser asked of others is not this backend's.
    private static func mainOrigin(of exchanges: [InspectedExchange]) -> String? {
        var counts: [String: Int] = [:]
        for exchange in exchanges { counts[exchange.origin, default: 0] += 1 }
        let most = counts.values.max()
        return exchanges.first { counts[$0.origin] == most }?.origin
    }

    private func request(
        _ group: [InspectedExchange],
        from origin: String?,
        _ asker: DriftAsker,
    ) -> DriftReport.Request {
        let first = group[0]
        var request = DriftReport.Request(first.title, place: "entry \(first.number)")
        // Whoever asks now has no copy that a 304 could be about.
        let answered = group.filter { $0.status > 0 && $0.status != 304 }
        let isForeign = first.origin != origin
        if let reason = isForeign ? "it was asked of \(first.origin)" : reasonToLeaveOut(first, answered) {
            request.leftOut = reason
            return request
        }
        var answers: [DriftAnswer] = []
        for _ in 0..<(isSafe(first) ? options.times : 1) {
            do throws(TransferFailure) { answers.append(try asker.answer(to: first)) } catch {
                request.changes = [DriftChange(.noAnswer, now: error.detail)]
                return request
            }
        }
        let recorded = answered.map { DriftAnswer($0, from: first.origin, to: options.backend.origin) }
        let check = DriftCheck(recorded, ignoring: options.ignored, words: options.words)
        request.changes = check.changes(in: answers)
        request.uncompared = check.uncompared(in: answers)
        return request
    }

    private func isSafe(_ exchange: InspectedExchange) -> Bool {
        ["GET", "HEAD", "OPTIONS"].contains(exchange.method)
    }

    /// Why a request is not sent; nil if it is.
    private func reasonToLeaveOut(_ exchange: InspectedExchange, _ answered: [InspectedExchange]) -> String? {
        if answered.isEmpty {
            return exchange.status == 304 ? "the client had a copy of it, and got no other" : "no reply was recorded"
        }
        if !isSafe(exchange), !options.sendsAll { return "it may change something; --all sends it too" }
        if Placeholder.isFound(in: exchange.target) { return "its URL holds a secret that was taken out" }
        let body = String(decoding: exchange.requestBody, as: UTF8.self)
        return Placeholder.isFound(in: body) ? "its body holds a secret that was taken out" : nil
    }

    private func conclude(_ report: DriftReport) -> ExitStatus {
        switch options.form {
        case .text: terminal.write(report.lines(terminal.style(for: terminal.output)).joined(separator: "\n"))
        case .json: terminal.write(report.json)
        case .markdown: terminal.write(report.markdown)
        }
        guard report.hasAsked else {
            terminal.complain(
                "nothing was asked, so nothing is known",
                hint: "--all sends what may change something, too"
            )
            return .couldNot
        }
        guard report.isReached else {
            terminal.complain(
                "\(options.backend.origin) did not answer once",
                hint: "is it running, and is the URL of --against right?"
            )
            return .couldNot
        }
        let isRefused = report.requests.contains { $0.changes.contains { $0.kind == .status && $0.now == "401" } }
        if isRefused, options.headers.isEmpty {
            terminal.writeError("note: it wants to know who asks: --header 'Authorization: …'")
        }
        return report.hasDrifted ? .failed : .held
    }
}

extension InspectedExchange {
    /// `GET /users?page=2`, without what could steer a terminal.
    fileprivate var title: String { "\(method) \(Redaction(salt: 0).target(target))".printable }

    /// The headers that said who asked, in lower case, but for cookies: those belong to a client's store.
    fileprivate var credentials: Set<String> {
        let names = requestHeaders.fields.map { $0.name.lowercased() }
        return Set(names.filter { $0 != "cookie" && SecretNames.headers.contains($0) })
    }

    /// `https://api.example.com`.
    fileprivate var origin: String { (try? RecordedURL(url))?.origin ?? url }
}

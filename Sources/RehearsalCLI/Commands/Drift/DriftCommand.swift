import Rehearsal
import RehearsalClient
import RehearsalDocuments
import RehearsalHTTP
import RehearsalOpenAPI
import RehearsalPlatform
import RehearsalRecorder
import RehearsalRecordings
import RehearsalServer

/// The `rehearsal drift` command, which compares a backend with a recording of it.
struct DriftCommand {
    static let command = Command(
        name: "drift",
        summary: "compare a real backend with a recording of it",
        operands: "RECORDING",
        description: """
            Sends the recorded requests to a backend and compares its replies with the recorded ones: status codes,
            headers, and the structure of JSON, XML and CSV bodies. In bodies it reports members that are new, removed
            or sometimes missing, values of another type, new nulls and fractions, other date formats, and new values of
            an enumeration. It ignores all other differences between values. Bodies in other formats are not compared;
            the report counts them.

            A place is a path in the body. All elements of a list share one place ($.items[*]), and so do members whose
            names are numbers, dates or identifiers ($.byDay.*). A member is treated as an enumeration if its recorded
            values are a few words that repeat, and its name is not "name", "title", "city" or similar. --words declares
            an enumeration.

            Each GET, HEAD and OPTIONS request is sent twice; --all also sends other requests, once. A place that
            differs between the two replies, or between equal requests in the recording, is volatile and not reported as
            drift; --ignore excludes more places. If the recording has several hosts, only the requests to the host with
            the most requests are sent. Recorded credentials are never sent; pass current ones with --header.

            With --contract, the recorded and the current replies of that host are also checked against an OpenAPI
            document, except those to CORS preflights. Without --against, only the recording is checked, and no request
            is sent.
            """,
        options: DriftOptions.fields.map(\.option),
        examples: [
            "rehearsal drift Recordings/users.har --against https://api.example.com":
                "check whether the recording is out of date",
            "rehearsal drift Recordings/users.har --against https://api.example.com "
                + "--header \"Authorization: Bearer $TOKEN\" --format markdown":
                "the same as a signed-in user, as Markdown for a pull request comment",
            "rehearsal drift Recordings/users.har --contract api.yaml":
                "check whether the recorded replies conform to an OpenAPI document",
        ],
        exitStatuses: [
            .success: "the backend still matches the recording",
            .failed: "the backend differs from the recording, or a reply does not conform to the document",
            .unavailable: "the backend sent no reply, or OpenSSL, which https needs, is not installed",
            .usage: "the command line or the recording is not valid",
        ],
        run: { arguments, terminal throws(UsageError) in Self(try DriftOptions(arguments), terminal).run() }
    )

    let options: DriftOptions
    let terminal: Terminal

    init(_ options: DriftOptions, _ terminal: Terminal) { (self.options, self.terminal) = (options, terminal) }

    func run() -> ExitStatus {
        do throws(Failure) {
            return conclude(try report())
        } catch {
            switch error {
            case .document: return .usage
            case .unavailable(let unavailable):
                terminal.reportError(unavailable.message, hint: unavailable.hint)
                return .unavailable
            }
        }
    }

    /// The reason why no report could be created.
    enum Failure: Error {
        /// The recording is not valid; its diagnostics are already printed.
        case document
        case unavailable(Unavailable)
    }

    /// Returns the differences between the recording, the backend and the API document that the options name.
    func report() throws(Failure) -> DriftReport {
        var contract = try contract()
        let recording = InspectedRecording(options.path)
        for diagnostic in recording.diagnostics { terminal.writeError(diagnostic.text) }
        if recording.hasErrors { throw .document }
        let origin = Self.mainOrigin(of: recording.exchanges)
        for exchange in recording.exchanges where exchange.origin == origin { contract?.add(recorded: exchange) }
        var report = DriftReport(recording: options.path, backend: options.backend?.origin)
        if let backend = options.backend {
            let client = try client(for: recording, backend)
            report.requests = requests(in: recording, to: backend, sentBy: client, checkedBy: &contract)
        }
        report.contract = contract?.findings
        return report
    }

    /// Returns the check against an API document; nil if the options name none.
    private func contract() throws(Failure) -> ContractDrift? {
        guard let path = options.contract else { return nil }
        var diagnostics: [Diagnostic] = []
        let document = LoadedAPIDocument.load(path, root: nil, diagnostics: &diagnostics)
        for diagnostic in diagnostics where diagnostic.severity == .error { terminal.writeError(diagnostic.text) }
        guard let document, !document.document.hasErrors else { throw .document }
        return ContractDrift(document, recording: options.path)
    }

    private func client(for recording: InspectedRecording, _ backend: Upstream) throws(Failure) -> DriftClient {
        do throws(Unavailable) {
            return try DriftClient(
                backend: backend,
                timeout: options.timeout,
                headers: options.headers,
                credentialHeaders: Set(recording.exchanges.flatMap(\.credentials))
            )
        } catch {
            throw .unavailable(error)
        }
    }

    private func requests(
        in recording: InspectedRecording,
        to backend: Upstream,
        sentBy client: DriftClient,
        checkedBy contract: inout ContractDrift?
    ) -> [DriftReport.Request] {
        let groups = Self.groups(of: recording.exchanges)
        let origins = (recorded: Self.mainOrigin(of: recording.exchanges), current: backend.origin)
        var requests: [DriftReport.Request] = []
        for (index, group) in groups.enumerated() {
            if terminal.showsProgress { terminal.writeProgress("\(index + 1) of \(groups.count): \(group[0].title)") }
            requests.append(request(group, from: origins, sentBy: client, checkedBy: &contract))
        }
        if terminal.showsProgress { terminal.writeProgress("") }
        return requests
    }

    /// Returns the exchanges grouped by equal request, in the order of first occurrence.
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
        /// The names of the headers with credentials, because the reply may depend on whether the client was signed in.
        var credentials: Set<String>
        /// The values of `Accept`, which may select another representation of the resource.
        var accept: [String]
    }

    /// Returns the origin with the most exchanges. A browser's recording also has requests to other hosts, which are
    /// not sent.
    private static func mainOrigin(of exchanges: [InspectedExchange]) -> String? {
        var counts: [String: Int] = [:]
        for exchange in exchanges { counts[exchange.origin, default: 0] += 1 }
        let most = counts.values.max()
        return exchanges.first { counts[$0.origin] == most }?.origin
    }

    private func request(
        _ group: [InspectedExchange],
        from origins: (recorded: String?, current: String),
        sentBy client: DriftClient,
        checkedBy contract: inout ContractDrift?,
    ) -> DriftReport.Request {
        let first = group[0]
        var request = DriftReport.Request(first.title, location: "entry \(first.number)")
        // A 304 refers to a cached copy, which this client does not have.
        let answered = group.filter { $0.status > 0 && $0.status != 304 }
        let hasOtherOrigin = first.origin != origins.recorded
        if let reason = hasOtherOrigin ? "it was recorded from \(first.origin)" : reasonToSkip(first, answered) {
            request.skipReason = reason
            return request
        }
        var answers: [ComparedResponse] = []
        for _ in 0..<(isSafe(first) ? options.repetitions : 1) {
            do throws(TransferFailure) { answers.append(try client.response(to: first)) } catch {
                request.changes = [DriftChange(.noAnswer, current: error.detail)]
                return request
            }
        }
        for answer in answers { contract?.add(current: answer, to: first) }
        let recorded = answered.map { ComparedResponse($0, from: first.origin, to: origins.current) }
        let check = DriftCheck(recorded, ignoring: options.ignoredPlaces, words: options.enumPlaces)
        request.changes = check.changes(in: answers)
        request.uncompared = check.uncomparedMediaType(in: answers)
        return request
    }

    private func isSafe(_ exchange: InspectedExchange) -> Bool {
        ["GET", "HEAD", "OPTIONS"].contains(exchange.method)
    }

    /// Returns the reason why a request is not sent; nil if it is sent.
    private func reasonToSkip(_ exchange: InspectedExchange, _ answered: [InspectedExchange]) -> String? {
        if answered.isEmpty {
            return exchange.status == 304 ? "the only recorded reply is 304 Not Modified" : "no reply was recorded"
        }
        if !isSafe(exchange), !options.sendsAll { return "\(exchange.method) may change data; --all sends it too" }
        if Placeholder.occurs(in: exchange.target) { return "its URL contains a redacted secret" }
        let body = String(decoding: exchange.requestBody, as: UTF8.self)
        return Placeholder.occurs(in: body) ? "its body contains a redacted secret" : nil
    }

    private func conclude(_ report: DriftReport) -> ExitStatus {
        switch options.format {
        case .text: terminal.write(report.lines(terminal.style(for: terminal.output)).joined(separator: "\n"))
        case .json: terminal.write(report.json)
        case .markdown: terminal.write(report.markdown)
        }
        let status: ExitStatus = report.hasDrifted || report.contract?.hasViolations == true ? .failed : .success
        guard let backend = report.backend else {
            if report.contract?.replyCount ?? 0 > 0 { return status }
            terminal.reportError("\(options.path) has no reply, so nothing was checked")
            return .unavailable
        }
        guard report.hasComparedRequests else {
            terminal.reportError(
                "no request was sent, so nothing was compared",
                hint: "--all also sends requests that may change data"
            )
            return .unavailable
        }
        guard report.isBackendReachable else {
            terminal.reportError(
                "\(backend) answered none of the requests",
                hint: "check that it is running and that the URL of --against is correct"
            )
            return .unavailable
        }
        let isUnauthorized = report.requests.contains {
            $0.changes.contains { $0.kind == .status && $0.current == "401" }
        }
        if isUnauthorized, options.headers.isEmpty {
            terminal.writeError("note: the backend requires authentication: add --header 'Authorization: …'")
        }
        return status
    }
}

extension InspectedExchange {
    /// The request line, `GET /users?page=2`, redacted and without control characters.
    fileprivate var title: String { "\(method) \(Redaction(salt: 0).target(target))".printable }

    /// The names of the headers with credentials, in lower case, without `cookie`.
    fileprivate var credentials: Set<String> {
        let names = requestHeaders.fields.map { $0.name.lowercased() }
        return Set(names.filter { $0 != "cookie" && SecretNames.headers.contains($0) })
    }

    /// The origin of the request: `https://api.example.com`.
    fileprivate var origin: String { (try? RecordedURL(url))?.origin ?? url }
}

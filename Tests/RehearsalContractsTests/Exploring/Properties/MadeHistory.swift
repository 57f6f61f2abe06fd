import Rehearsal
import RehearsalContracts

/// A history that a test composes of steps, each with the requests that arrive during it.
struct MadeHistory {
    private(set) var history = History()
    private var now: Int64 = 0
    /// The exploration that the contract of the history has.
    var exploration = Self.exploration
    /// The declaration of the client.
    var declaration = Self.declaration

    /// A request of a made history.
    struct Request {
        var method: String
        var target: String
        var status: Int? = 200
        var reply: JSON?
        var action = ScheduleAction.normal
        var headers: Scenario.Headers = [:]
        var body: JSON?
        var replyHeaders: Scenario.Headers = [:]
        /// The change that the request makes, `created /notes/4`.
        var effect: String?
        var exemption: History.Exemption?

        init(
            _ method: String,
            _ target: String,
            _ status: Int? = 200,
            reply: JSON? = nil,
            action: ScheduleAction = .normal,
            headers: Scenario.Headers = [:],
            body: JSON? = nil,
            replyHeaders: Scenario.Headers = [:],
            effect: String? = nil,
        ) {
            (self.method, self.target, self.status, self.reply) = (method, target, status, reply)
            (self.action, self.headers, self.body) = (action, headers, body)
            (self.replyHeaders, self.effect) = (replyHeaders, effect)
        }
    }

    private mutating func tick() -> Int64 {
        now += 10
        return now
    }

    /// Adds a step without a call, and the requests that arrive during it.
    mutating func pause(_ requests: Request...) {
        history.steps.append(.init(.pause(.seconds(1))))
        for request in requests { add(request) }
        if !isRecovering { history.scheduledSteps = history.steps.count }
    }

    /// Adds a step with a call, and the requests that arrive during it.
    mutating func call(
        _ operation: String,
        _ outcome: ClientOutcome = .value(.null),
        isOnline: Bool = true,
        elapsed: Duration = .zero,
        _ requests: Request...,
    ) {
        let step = history.steps.count
        history.steps.append(.init(.call(.init(operation))))
        let beganAt = tick()
        for request in requests { add(request) }
        var call = History.Call(step: step, operation: operation, beganAt: beganAt, endedAt: tick(), outcome: outcome)
        (call.wasOnline, call.elapsed) = (isOnline, elapsed)
        history.calls.append(call)
        if !isRecovering { history.scheduledSteps = history.steps.count }
    }

    /// Adds a call to the last step, as one of its parallel calls.
    mutating func parallelCall(_ operation: String, _ outcome: ClientOutcome, isOnline: Bool = true) {
        let step = history.steps.count - 1
        history.steps[step] = .init(.call(.init(operation, parallel: history.calls(of: step).count + 1)))
        var call = History.Call(step: step, operation: operation, beganAt: tick(), endedAt: tick(), outcome: outcome)
        call.wasOnline = isOnline
        history.calls.append(call)
    }

    private var isRecovering = false

    /// Begins the steps that follow the schedule.
    mutating func recover() { isRecovering = true }

    /// Marks the last call as cancelled by the harness.
    mutating func cancelLastCall() { changeLastCall { $0.wasCancelled = true } }

    /// Changes the declaration of an operation.
    mutating func declare(_ name: String, _ change: (inout Declaration.Operation) -> Void) {
        for index in declaration.operations.indices where declaration.operations[index].name == name {
            change(&declaration.operations[index])
        }
    }

    /// Changes the last call.
    mutating func changeLastCall(_ change: (inout History.Call) -> Void) {
        if !history.calls.isEmpty { change(&history.calls[history.calls.count - 1]) }
    }

    /// Sets the waits, the items and the number of dropped entries.
    mutating func set(items: [JSON] = [], waits: [History.Wait] = [], dropped: Int = 0) {
        (history.items["/notes"], history.waits, history.dropped) = (items, waits, dropped)
    }

    private mutating func add(_ made: Request) {
        let version = history.requests.count(where: \.wasApplied)
        var request = History.Request(
            step: history.steps.count - 1,
            ordinal: history.requests.count,
            at: tick(),
            method: made.method,
            target: made.target
        )
        (request.status, request.action, request.headers) = (made.status, made.action, made.headers)
        (request.replyHeaders, request.body) = (made.replyHeaders, made.body?.bytes() ?? [])
        request.sentBody = made.status == nil || made.exemption != nil ? nil : made.reply?.bytes() ?? []
        request.exemption = made.exemption
        request.effect = made.effect.flatMap { ResourceEffect(note: "resource: \($0)") }
        (request.version, request.endedAt) = (version, tick())
        history.requests.append(request)
    }

    /// The instant of the last request.
    var lastRequestAt: Int64 { history.requests.last?.at ?? 0 }

    /// Returns the sentences of the violations of a property.
    func violations(of id: String) -> [String] {
        let contract = ExploredContract(declaration, exploration)
        return Property.all(of: exploration).filter { $0.id == id }.flatMap { $0.check(history, contract) }
            .map(\.sentence)
    }
}

extension MadeHistory {
    /// A notes app whose client signs in by itself, and queues notes without a connection.
    static let exploration: Exploration = {
        let issues: [Scenario.Auth.Bearer.TokenEndpoint] = [
            .init(.post, "/auth/login"),
            .init(.post, "/auth/refresh", takes: JSON.Pointer(tokens: ["refresh_token"]), rotates: true),
        ]
        let model = Scenario(
            "notes",
            endpoints: [],
            auth: Scenario.Auth(bearer: .init(protects: ["/notes/**"], issues: issues)),
            resources: [.init(at: "/notes", items: notes, paging: .none)]
        )
        var exploration = Exploration(
            model: model,
            views: ["list": "/notes"],
            synchronizations: ["sync"],
            signOuts: ["logout"]
        )
        (exploration.deadline, exploration.storesOwnWrites) = (.seconds(10), true)
        return exploration
    }()

    static let declaration: Declaration = {
        var load = Declaration.Operation("load", .get, "/notes", reply: .init(200))
        load.pages = .numbered(by: "page", size: 2).incremental
        var declaration = Declaration(name: "notes", retry: .exponential(attempts: 3, base: .milliseconds(100)))
        (declaration.features.idempotencyKey, declaration.features.authRefresh) = ("Idempotency-Key", .init())
        declaration.features.clockInjection = true
        declaration.operations = [
            .init("list", .get, "/notes", reply: .init(200)), load,
            .init("create", .post, "/notes", reply: .init(201)),
            .init("update", .put, "/notes/1", reply: .init(200)),
            .init(
                "remove",
                .delete,
                "/notes/2",
                isVoid: true,
                reply: .init(204),
                details: .init(domainErrors: [404: "noSuchNote"])
            ),
            .init("sync", .post, "/notes", isVoid: true, reply: .init(201)),
            .init("logout", .post, "/auth/logout", isVoid: true, reply: .init(204)),
        ]
        return declaration
    }()

    static let notes: [JSON] = [note(1, "Return the ladder"), note(2, "Buy seventeen lemons")]
    static let list = JSON.array(notes)

    static func note(_ id: Int, _ title: String) -> JSON {
        ["id": JSON(integerLiteral: id), "title": .string(title)]
    }

    /// The value of a queued note, and the body of its request.
    static func draft(_ edit: Int) -> JSON {
        ["title": "Water the ferns", "edit": JSON(integerLiteral: edit)]
    }
}

extension MadeHistory.Request {
    static var login: Self { .init("POST", "/auth/login", reply: ["access_token": "a1", "refresh_token": "r1"]) }

    /// Returns a request of the list with its complete reply.
    static func list(_ items: JSON = MadeHistory.list) -> Self { .init("GET", "/notes", reply: items) }

    /// Returns a request of the list with an access token. Its reply is complete if its status is 200.
    static func list(with token: String, _ status: Int = 200) -> Self {
        var request = status == 200 ? list() : .init("GET", "/notes", status)
        request.headers = ["Authorization": "Bearer \(token)"]
        return request
    }

    /// A request that the client sends in the background.
    static func analytics(with token: String) -> Self {
        .init("POST", "/analytics", 202, headers: ["Authorization": "Bearer \(token)"])
    }

    /// Returns a refresh that uses a token.
    static func refresh(
        _ token: String,
        _ status: Int? = 200,
        issues next: String = "r2",
        action: ScheduleAction = .normal,
    ) -> Self {
        .init(
            "POST",
            "/auth/refresh",
            status,
            reply: ["access_token": .string("access of \(next)"), "refresh_token": .string(next)],
            action: action,
            body: ["refresh_token": .string(token)]
        )
    }

    /// Returns a request that creates a note.
    ///
    /// - Parameter id: the ID of the note; nil if the server did not create it.
    static func create(
        _ edit: Int,
        id: Int?,
        _ status: Int? = 201,
        key: String = "k",
        action: ScheduleAction = .normal,
    ) -> Self {
        .init(
            "POST",
            "/notes",
            status,
            reply: id.map { MadeHistory.note($0, "Water the ferns") },
            action: action,
            headers: ["Idempotency-Key": key],
            body: MadeHistory.draft(edit),
            effect: id.map { "created /notes/\($0)" }
        )
    }
}

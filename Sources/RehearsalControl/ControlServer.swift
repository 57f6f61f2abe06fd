import Rehearsal
package import RehearsalDocuments
package import RehearsalServer

/// A JSON API on a port of its own that controls a server while it runs.
///
/// The same engine serves it: a backend with one endpoint, whose replies are computed by a closure.
package final class ControlServer: Sendable {
    package let sessions: Sessions
    package let token: String
    private let backend: Backend

    package var port: Int { backend.port }
    /// `http://127.0.0.1:PORT`.
    package var origin: String { backend.origin }

    package struct Options: Sendable {
        /// The port to listen on; 0 for any free port.
        package var port = 0
        /// The token that permits every operation; nil for a random one.
        package var token: String?
        /// The addresses that the port listens on.
        package var bindScope = Backend.BindScope.loopback
        /// The `Host` values (`name:port`) that are accepted; nil for those of this machine, empty for any.
        package var acceptedHosts: Set<String>?
        package var version = "0"
        /// The options of the sessions that clients create.
        package var sessionOptions = Backend.Options()
        /// The longest time that a `wait` call may take.
        package var maxWait = Duration.seconds(3_600)
        /// The longest time that one call may follow a journal.
        package var maxStreamDuration = Duration.seconds(86_400)
        /// Reads a scenario or a recording from this machine.
        package var load: @Sendable (String) -> ScenarioFiles.LoadResult = { ScenarioFiles.load([$0]) }
        /// Stops the server; called by the operation `stop`.
        package var onStop: @Sendable () -> Void = {}

        package init() {}
    }

    /// Starts listening.
    ///
    /// - Parameter front: the first session of the server; sessions without a port of their own share its port.
    package static func start(_ front: Backend, options: Options = Options()) throws(Backend.StartError)
        -> ControlServer
    {
        try ControlServer(front, options)
    }

    private init(_ front: Backend, _ options: Options) throws(Backend.StartError) {
        let sessions = Sessions(front: front, options: options.sessionOptions)
        let token = options.token ?? AccessToken.random()
        let admission = AuthorizationState(token: token)
        let router = Router(sessions: sessions, settings: options, authorization: admission)
        let reply = Scenario.Reply.later { await router.respond(ControlRequest($0)) }
        let endpoints = [Scenario.Endpoint.any("/**", replies: [reply])]
        var settings = Backend.Options()
        settings.port = options.port
        settings.reach = options.bindScope
        settings.loops = options.sessionOptions.loops
        settings.limits.body = Self.maxBodyBytes
        // No operation reads this journal.
        settings.journalBytes = 64 << 10
        backend = try Backend.start(Scenario("control", endpoints: endpoints), options: settings)
        self.sessions = sessions
        self.token = token
        admission.setHosts(options.acceptedHosts ?? Self.hosts(backend.port))
    }

    /// The most bytes of a request body: the engine keeps no more of one.
    private static let maxBodyBytes = 1 << 20

    private static func hosts(_ port: Int) -> Set<String> {
        Set(["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" })
    }

    /// Ends every session except the first, and stops listening.
    package func stop() async {
        await sessions.endAll()
        await backend.stop()
    }
}

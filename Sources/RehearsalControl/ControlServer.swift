import Rehearsal
package import RehearsalDocuments
package import RehearsalServer

/// What lets others change a server while it plays: an API in JSON, on a port of its own.
///
/// It is served by the same engine as everything else: a backend with one endpoint, whose replies a closure makes.
package final class ControlServer: Sendable {
    package let sessions: Sessions
    package let token: String
    private let backend: Backend

    package var port: Int { backend.port }
    /// `http://127.0.0.1:PORT`.
    package var origin: String { backend.origin }

    package struct Options: Sendable {
        /// 0 lets the system choose.
        package var port = 0
        /// Lets in whoever holds it; nil for one that nobody can guess.
        package var token: String?
        /// Who can connect.
        package var reach = Backend.Reach.loopback
        /// By which names and ports this is asked for; nil for those of this machine alone, empty for any.
        package var hosts: Set<String>?
        package var version = "0"
        /// How the sessions run that are made.
        package var playing = Backend.Options()
        /// The longest that a call may wait.
        package var longestWait = Duration.seconds(3_600)
        /// The longest that the journal is followed by one call.
        package var longestStream = Duration.seconds(86_400)
        /// Reads a scenario or a recording from this machine.
        package var load: @Sendable (String) -> ScenarioFiles.Loaded = { ScenarioFiles.load([$0]) }
        /// Ends the server.
        package var onStop: @Sendable () -> Void = {}

        package init() {}
    }

    /// Starts to listen.
    ///
    /// - Parameter front: the session that the server began with; its port is shared with those that are made.
    package static func start(_ front: Backend, options: Options = Options()) throws(Backend.StartError)
        -> ControlServer
    {
        try ControlServer(front, options)
    }

    private init(_ front: Backend, _ options: Options) throws(Backend.StartError) {
        let sessions = Sessions(front: front, options: options.playing)
        let token = options.token ?? Secret.made()
        let admission = Gate(token: token)
        let router = Router(sessions: sessions, settings: options, gate: admission)
        let reply = Scenario.Reply.later { await router.answer(ControlRequest($0)) }
        let endpoints = [Scenario.Endpoint.any("/**", replies: [reply])]
        var settings = Backend.Options()
        settings.port = options.port
        settings.reach = options.reach
        settings.loops = options.playing.loops
        settings.limits.body = Self.mostBody
        // Nobody reads it.
        settings.journalBytes = 64 << 10
        backend = try Backend.start(Scenario("control", endpoints: endpoints), options: settings)
        self.sessions = sessions
        self.token = token
        admission.open(options.hosts ?? Self.hosts(backend.port))
    }

    /// What the engine keeps of a body, and more than a scenario needs that refers to no files.
    private static let mostBody = 1 << 20

    private static func hosts(_ port: Int) -> Set<String> {
        Set(["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" })
    }

    /// Ends every session that was made, and stops to listen.
    package func stop() async {
        await sessions.endAll()
        await backend.stop()
    }
}

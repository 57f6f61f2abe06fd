package import Rehearsal
package import RehearsalDocuments
package import RehearsalServer

/// A JSON API on a port of its own that controls a server while it runs.
///
/// A ``Backend`` serves the API: its scenario has one endpoint, whose replies a closure computes.
package final class ControlServer: Sendable {
    package let sessions: Sessions
    package let token: String
    private let backend: Backend

    package var port: Int { backend.port }
    /// The URL of the control port: `http://127.0.0.1:PORT`.
    package var origin: String { backend.origin }

    package struct Options: Sendable {
        /// The port to listen on; 0 selects a free port.
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
        /// The maximum duration of a `wait` call.
        package var maxWait = Duration.seconds(3_600)
        /// The maximum duration of a call that follows a journal.
        package var maxStreamDuration = Duration.seconds(86_400)
        /// Reads a scenario or a recording from this machine.
        package var load: @Sendable (String) -> ScenarioFiles.LoadResult = { ScenarioFiles.load([$0]) }
        /// Lists the scenarios in the folder of the served scenario.
        package var listScenarios: @Sendable () -> [ScenarioListing] = { [] }
        /// Returns the results that URLSession reports for the faults, by the numbers of their variants.
        package var faultResults: @Sendable () -> [String: String] = { [:] }
        /// Adds an endpoint to a document, and returns the error text if that fails; nil without a document.
        package var saveEndpoint: (@Sendable (JSON) -> String?)?
        /// Returns the exchanges of a session as a recording.
        package var har: @Sendable (Backend) -> Result<[UInt8], RecordingFailure> = { _ in
            .failure(RecordingFailure("this server writes no recordings"))
        }
        /// Stops the server; called by the operation `stop`.
        package var onStop: @Sendable () -> Void = {}

        package init() {}
    }

    /// Starts listening.
    ///
    /// - Parameter mainBackend: the first session of the server; sessions without a port of their own share its port.
    package static func start(_ mainBackend: Backend, options: Options = Options()) throws(Backend.StartError)
        -> ControlServer
    {
        try ControlServer(mainBackend, options)
    }

    private init(_ front: Backend, _ options: Options) throws(Backend.StartError) {
        let sessions = Sessions(main: front, options: options.sessionOptions)
        let token = options.token ?? AccessToken.random()
        let authorization = AuthorizationState(token: token)
        let router = Router(sessions: sessions, settings: options, authorization: authorization)
        let reply = Scenario.Reply.later { await router.respond(ControlRequest($0)) }
        let endpoints = [Scenario.Endpoint.any("/**", replies: [reply])]
        var settings = Backend.Options()
        settings.port = options.port
        settings.reach = options.bindScope
        settings.loops = options.sessionOptions.loops
        settings.limits.body = Self.maxBodyBytes
        // No operation reads the journal of this backend, so it is small.
        settings.journalBytes = 64 << 10
        backend = try Backend.start(Scenario("control", endpoints: endpoints), options: settings)
        self.sessions = sessions
        self.token = token
        authorization.setHosts(options.acceptedHosts ?? Self.hosts(backend.port))
    }

    /// The maximum size of a request body, in bytes, which is also the number of bytes that the backend stores.
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

import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport

/// A race of many connections that send the same request at once.
enum PolicyRace {
    /// Returns options with that many loops, so that decisions run in parallel.
    static func options(loops: Int) throws -> Backend.Options {
        var options = Backend.Options()
        options.loops = try LoopGroup(threads: loops, poller: .native)
        options.limits = BothLoops.generousLimits
        return options
    }

    /// Returns the statuses that the connections receive, sorted.
    static func statuses(_ count: Int, of request: String, on backend: Backend) async throws -> [Int] {
        let clients = try await RawClient.connect(count, port: backend.port)
        // All but the last byte has arrived before any request is complete.
        let bytes = Array(request.utf8)
        await clients.each { $0.send(Array(bytes.dropLast())) }
        await clients.each { $0.send(Array(bytes.suffix(1))) }
        return await clients.each { $0.response()?.status ?? -1 }.sorted()
    }
}

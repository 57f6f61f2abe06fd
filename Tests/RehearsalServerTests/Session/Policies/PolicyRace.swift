import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport

/// Many connections that ask one thing at the same moment.
enum PolicyRace {
    /// A group of so many loops, so that what is decided is decided at once.
    static func options(loops: Int) throws -> Backend.Options {
        var options = Backend.Options()
        options.loops = try LoopGroup(threads: loops, poller: .native)
        options.limits = BothLoops.patience
        return options
    }

    /// The statuses that so many connections get, sorted.
    static func statuses(_ count: Int, of request: String, on backend: Backend) async throws -> [Int] {
        let clients = try await RawClient.crowd(count, port: backend.port)
        // All but the last byte is there before any of them is complete.
        let bytes = Array(request.utf8)
        await clients.each { $0.send(Array(bytes.dropLast())) }
        await clients.each { $0.send(Array(bytes.suffix(1))) }
        return await clients.each { $0.response()?.status ?? -1 }.sorted()
    }
}

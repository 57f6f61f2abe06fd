import RehearsalClient
package import RehearsalPlatform

/// An acceptor of client connections that serves each connection on its own thread.
package final class Acceptor: Sendable {
    private let listening: ListeningSockets
    private let proxy: Proxy
    private let state = Locked(State())

    private struct State {
        var clientCount = 0
        var isAccepting = false
    }

    /// The maximum number of concurrent clients. Further connections wait in the backlog of the listening socket.
    private static let maximumClients = 2_000
    /// The time between two attempts to accept while the limit is reached or no descriptor is free, in nanoseconds.
    private static let pause: Int64 = 50_000_000

    package init(_ listening: ListeningSockets, _ proxy: Proxy) { (self.listening, self.proxy) = (listening, proxy) }

    /// Starts a thread that accepts clients.
    ///
    /// - Throws: `SystemError` if no thread can be started.
    package func start() throws(SystemError) {
        state.withLock { $0.isAccepting = true }
        do throws(SystemError) {
            try Thread.start { [self] in accept() }.detach()
        } catch {
            state.withLock { $0.isAccepting = false }
            throw error
        }
    }

    /// Stops accepting clients. Blocks until the last connection is closed.
    package func close() {
        proxy.settings.stop.raise()
        state.wait { $0.isAccepting || $0.clientCount > 0 ? nil : () }
        for socket in listening.sockets { Socket.close(socket.descriptor) }
    }

    private func accept() {
        let wants = listening.sockets.map { DescriptorWait.Interest(descriptor: $0.descriptor, reads: true) }
        while true {
            let isFull = state.withLock { $0.clientCount >= Self.maximumClients }
            let deadline = isFull ? SystemClock.now() &+ Self.pause : .max
            if DescriptorWait.wait(for: isFull ? [] : wants, until: deadline, or: proxy.settings.stop) == .stopped {
                break
            }
            if isFull { continue }
            let descriptors = listening.sockets.compactMap { Socket.accept($0.descriptor) }
            for descriptor in descriptors { serve(descriptor) }
            if descriptors.isEmpty { pauseAccepting() }
        }
        state.withLock { $0.isAccepting = false }
        state.notify()
    }

    /// Waits before the next attempt to accept. Without the wait, the loop would run continuously while the process has
    /// no free descriptor, because `poll` reports the pending connection at once.
    private func pauseAccepting() {
        _ = DescriptorWait.wait(for: [], until: SystemClock.now() &+ Self.pause, or: nil)
    }

    private func serve(_ descriptor: Int32) {
        state.withLock { $0.clientCount += 1 }
        do throws(SystemError) {
            try Thread.start { [self] in
                ClientConnection(descriptor, proxy).run()
                clientDidClose()
            }.detach()
        } catch {
            Socket.close(descriptor)
            clientDidClose()
        }
    }

    private func clientDidClose() {
        state.withLock { $0.clientCount -= 1 }
        state.notify()
    }
}

import RehearsalClient
package import RehearsalPlatform

/// Lets clients in, each on a thread of its own, and sees them out at the end.
package final class Acceptor: Sendable {
    private let listening: Listening
    private let proxy: Proxy
    private let state = Locked(State())

    private struct State {
        var inside = 0
        var isAccepting = false
    }

    /// More wait until one has gone: a thread each is not meant for thousands.
    private static let mostInside = 2_000
    private static let pause: Int64 = 50_000_000

    package init(_ listening: Listening, _ proxy: Proxy) { (self.listening, self.proxy) = (listening, proxy) }

    package func open() throws(SystemError) {
        state.withLock { $0.isAccepting = true }
        do throws(SystemError) {
            try Thread.start { [self] in accept() }.detach()
        } catch {
            state.withLock { $0.isAccepting = false }
            throw error
        }
    }

    /// Lets nobody in any more, and returns when the last one has gone.
    package func close() {
        proxy.terms.stop.raise()
        state.wait { $0.isAccepting || $0.inside > 0 ? nil : () }
        for socket in listening.sockets { Socket.close(socket.descriptor) }
    }

    private func accept() {
        let wants = listening.sockets.map { DescriptorWait.Want(descriptor: $0.descriptor, reads: true) }
        while true {
            let isFull = state.withLock { $0.inside >= Self.mostInside }
            let deadline = isFull ? SystemClock.now() &+ Self.pause : .max
            if DescriptorWait.wait(for: isFull ? [] : wants, until: deadline, or: proxy.terms.stop) == .stopped {
                break
            }
            if isFull { continue }
            let descriptors = listening.sockets.compactMap { Socket.accept($0.descriptor) }
            for descriptor in descriptors { admit(descriptor) }
            if descriptors.isEmpty { rest() }
        }
        state.withLock { $0.isAccepting = false }
        state.notify()
    }

    /// Out of descriptors: what waits would be news again at once.
    private func rest() {
        _ = DescriptorWait.wait(for: [], until: SystemClock.now() &+ Self.pause, or: nil)
    }

    private func admit(_ descriptor: Int32) {
        state.withLock { $0.inside += 1 }
        do throws(SystemError) {
            try Thread.start { [self] in
                ClientConnection(descriptor, proxy).run()
                leave()
            }.detach()
        } catch {
            Socket.close(descriptor)
            leave()
        }
    }

    private func leave() {
        state.withLock { $0.inside -= 1 }
        state.notify()
    }
}

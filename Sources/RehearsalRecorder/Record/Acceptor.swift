package import RehearsalPlatform

/// Lets clients in, each on a thread of its own, and sees them out at the end.
package final class Acceptor: @unchecked Sendable {
    // Sendable: what changes is reached under the lock.
    private let listening: Listening
    private let proxy: Proxy
    private let lock = Lock()
    private let news = Lock.Condition()
    private var inside = 0
    private var isAccepting = false

    /// More wait until one has gone: a thread each is not meant for thousands.
    private static let mostInside = 2_000
    private static let pause: Int64 = 50_000_000

    package init(_ listening: Listening, _ proxy: Proxy) { (self.listening, self.proxy) = (listening, proxy) }

    package func open() throws(SystemError) {
        lock.withLock { isAccepting = true }
        do throws(SystemError) {
            try Thread.start { [self] in accept() }.detach()
        } catch {
            lock.withLock { isAccepting = false }
            throw error
        }
    }

    /// Lets nobody in any more, and returns when the last one has gone.
    package func close() {
        proxy.terms.bell.ring()
        lock.withLock {
            while isAccepting || inside > 0 { lock.wait(for: news) }
        }
        for socket in listening.sockets { Socket.close(socket.descriptor) }
    }

    private func accept() {
        let wants = listening.sockets.map { Readiness.Want(descriptor: $0.descriptor, reads: true) }
        while true {
            let isFull = lock.withLock { inside >= Self.mostInside }
            let deadline = isFull ? SystemClock.now() &+ Self.pause : .max
            if Readiness.wait(for: isFull ? [] : wants, until: deadline, or: proxy.terms.bell) == .stopped { break }
            if isFull { continue }
            let descriptors = listening.sockets.compactMap { Socket.accept($0.descriptor) }
            for descriptor in descriptors { admit(descriptor) }
            if descriptors.isEmpty { rest() }
        }
        lock.withLock {
            isAccepting = false
            news.signal()
        }
    }

    /// Out of descriptors: what waits would be news again at once.
    private func rest() {
        _ = Readiness.wait(for: [], until: SystemClock.now() &+ Self.pause, or: nil)
    }

    private func admit(_ descriptor: Int32) {
        lock.withLock { inside += 1 }
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
        lock.withLock {
            inside -= 1
            news.signal()
        }
    }
}

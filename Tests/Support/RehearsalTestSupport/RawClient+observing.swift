import Rehearsal
import RehearsalClient
import RehearsalHTTP
import RehearsalPlatform

extension RawClient {
    /// Reads `count` bytes, or fewer if the connection ends or times out first.
    package func read(_ count: Int) -> [UInt8] {
        while connection.input.count < count, fill() == nil {}
        return take(min(count, connection.input.count))
    }

    /// Returns the remaining bytes of the connection as a reply, and its ending.
    ///
    /// - Parameter isPatient: whether to wait for bytes that have not arrived yet.
    package func readRest(isPatient: Bool = true) -> (response: Response, ending: Ending) {
        while true {
            if !isPatient, !hasArrivedInput { return (Response(buffered), .timedOut) }
            if let ending = fill() { return (Response(buffered), ending) }
        }
    }

    /// Reads until the received bytes satisfy a condition; nil if the connection ends or times out first.
    package func response(until isMet: @Sendable (Response) -> Bool) -> Response? {
        while true {
            let response = Response(buffered)
            if isMet(response) { return response }
            guard fill() == nil else { return nil }
        }
    }

    private var hasArrivedInput: Bool { isReady(until: SystemClock.now()) }

    /// Returns whether no byte, FIN or RST arrives within a time.
    package func isSilent(milliseconds: Int32 = 120) -> Bool {
        connection.input.isEmpty && !isReady(until: Self.instant(after: Int(milliseconds)))
    }

    /// Waits, without reading, until a byte, FIN or RST has arrived.
    package func waitUntilReadable() { _ = isReady(until: Self.instant(after: timeout * 1_000)) }

    private static func instant(after milliseconds: Int) -> Int64 {
        SystemClock.now() &+ Duration.milliseconds(milliseconds).nanoseconds
    }

    /// Sends bytes until the kernel accepts none for `milliseconds`; returns the number of accepted bytes.
    package func sendUntilBlocked(_ bytes: [UInt8], milliseconds: Int32 = 300) -> Int {
        var offset = 0
        while offset < bytes.count, let (count, _) = try? connection.send(bytes, from: offset) {
            offset += count
            if offset == bytes.count { break }
            let want = DescriptorWait.Interest(descriptor: connection.stream.descriptor, writes: true)
            let limit = Self.instant(after: Int(milliseconds))
            guard DescriptorWait.wait(for: [want], until: limit, or: nil) == .ready else { break }
        }
        return offset
    }

    /// The number of received TCP segments with data, including retransmissions; nil if the system does not count them.
    package var segments: Int? {
        #if os(Linux)
            // `tcpi_data_segs_in` is at byte 152 of struct tcp_info, which Glibc's header does not declare.
            var information = [UInt8](repeating: 0, count: 160)
            var size = socklen_t(information.count)
            let descriptor = connection.stream.descriptor
            let isKnown = getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &information, &size) == 0
            guard isKnown, size >= 156 else { return nil }
            return information.withUnsafeBytes { Int($0.load(fromByteOffset: 152, as: UInt32.self)) }
        #else
            return nil
        #endif
    }
}

extension [RawClient] {
    /// Returns the results of a closure for each client, with no change of thread between the clients.
    ///
    /// - Precondition: the clients share one executor.
    @discardableResult
    package func each<Value: Sendable>(
        _ body: @Sendable (_ client: isolated RawClient) throws -> Value,
    ) async rethrows -> [Value] {
        guard let first else { return [] }
        return try await first.run { _ in try map { try $0.assumeIsolated(body) } }
    }
}

import Rehearsal
package import RehearsalHTTP
import RehearsalServer

/// Reads a stream of bytes as a server reads a connection, without a socket: request after request, until one breaks a
/// rule, one is the last of its connection, or the bytes end.
package struct RequestReading {
    /// One request as far as it was read.
    package struct Request: Equatable {
        package var method = ""
        package var target = ""
        /// 0 or 1: `HTTP/1.0` or `HTTP/1.1`.
        package var minorVersion = 1
        /// Name and value of each field, as they came.
        package var fields: [[String]] = []
        /// The body with its transfer coding taken off.
        package var body: [UInt8] = []
        package var keepsAlive = true
        /// Rules that it broke and that do not end it.
        package var remarks: [String] = []
    }

    /// What became of the bytes.
    package enum Ending: Equatable {
        /// They ended between two requests.
        case complete
        /// They ended in the middle of one.
        case cut
        case refused(Violation)
    }

    package private(set) var requests: [Request] = []
    package private(set) var ending = Ending.complete

    private let limits: RequestLimits
    private let leniency: RequestLeniency
    private var pending: [UInt8] = []
    /// A request was the last of its connection, and what follows is not read.
    private var isClosed = false
    private var scan = HeadScan()
    private var head = RequestHead()
    private var open: (request: Request, body: BodyReader)?

    /// Reads the pieces one after the other.
    package init(_ pieces: [[UInt8]], limits: RequestLimits = RequestLimits(), leniency: RequestLeniency = []) {
        self.limits = limits
        self.leniency = leniency
        for piece in pieces {
            pending += piece
            do throws(Violation) {
                try read()
            } catch {
                ending = .refused(error)
                return
            }
        }
        if isClosed { return }
        if open != nil || !(pending.isEmpty || pending == [0x0D]) { ending = .cut }
    }

    /// The stream cut into its bytes.
    package static func apart(_ bytes: [UInt8]) -> [[UInt8]] { bytes.map { [$0] } }

    private mutating func read() throws(Violation) {
        while !pending.isEmpty, !isClosed {
            let used = open == nil ? try readHead() : try readBody()
            guard used > 0 || open?.body.isComplete == true else { return }
            pending.removeFirst(used)
            if let (request, body) = open, body.isComplete {
                var request = request
                request.body = body.body.kept
                request.remarks += body.remarks
                requests.append(request)
                isClosed = !request.keepsAlive
                open = nil
                scan = HeadScan()
            }
        }
    }

    /// Returns how many bytes were used; none while the head is not complete.
    private mutating func readHead() throws(Violation) -> Int {
        let takesFeeds = leniency.contains(.bareLineFeeds)
        let leniency = leniency
        let outcome = pending.withUnsafeBytes { bytes -> HeadScan.Outcome? in
            guard let empty = HeadScan.leadingLine(bytes, takesFeeds: takesFeeds) else { return .incomplete }
            return empty > 0 ? nil : scan.run(bytes, limits, tolerating: leniency)
        }
        switch outcome {
        case nil: return pending.first == 0x0A ? 1 : 2
        case .incomplete: return 0
        case .broken(let violation): throw violation
        case .complete(let length):
            try parse(Array(pending[..<length]))
            return length
        }
    }

    private mutating func parse(_ bytes: [UInt8]) throws(Violation) {
        let repair = HeadRepair(bytes, tolerating: leniency)
        if repair.targetCount > limits.target { throw HeadScan.targetTooLong(limits) }
        try RequestParser.parse(repair.bytes.span, into: &head)
        try BodyReader.check(head.contentLength, limits)
        let span = repair.bytes.span
        var request = Request()
        request.method = span.text(head.method)
        request.target = span.text(head.target)
        request.minorVersion = head.minorVersion
        request.fields = head.fields.map { [span.text($0.name), span.text($0.value)] }
        request.keepsAlive = head.keepsAlive
        request.remarks = repair.rules + head.remarks.rules
        open = (request, BodyReader(head, keeps: limits.body, limits: limits))
    }

    private mutating func readBody() throws(Violation) -> Int {
        guard let request = open?.request, var body = open?.body else { return 0 }
        let bytes = pending
        let used = bytes.withUnsafeBytes { buffer in
            Result { () throws(Violation) -> Int in try body.feed(buffer) }
        }
        open = (request, body)
        return try used.get()
    }
}

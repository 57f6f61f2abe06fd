import Rehearsal
package import RehearsalHTTP
import RehearsalServer

/// The requests that a server reads from a byte stream, without a socket.
///
/// Reading stops at a violation, at the last request of the connection, or at the end of the bytes.
package struct RequestReading {
    /// A request that was read.
    package struct Request: Equatable {
        package var method = ""
        package var target = ""
        /// 0 or 1: `HTTP/1.0` or `HTTP/1.1`.
        package var minorVersion = 1
        /// The name and the value of each field, as received.
        package var fields: [[String]] = []
        /// The body without its transfer coding.
        package var body: [UInt8] = []
        package var keepsAlive = true
        /// The tolerated violations.
        package var remarks: [String] = []
    }

    /// The reason why reading stopped.
    package enum Ending: Equatable {
        /// The bytes ended between two requests.
        case complete
        /// The bytes ended within a request.
        case cut
        /// A request violated a rule.
        case rejected(Violation)
    }

    package private(set) var requests: [Request] = []
    package private(set) var ending = Ending.complete

    private let limits: RequestLimits
    private let leniency: RequestLeniency
    private var pending: [UInt8] = []
    /// Whether the last request of the connection was read; further bytes are ignored.
    private var isClosed = false
    private var scan = HeadScan()
    private var head = RequestHead()
    private var open: (request: Request, body: BodyReader)?

    /// Reads the pieces of a byte stream in order.
    package init(_ pieces: [[UInt8]], limits: RequestLimits = RequestLimits(), leniency: RequestLeniency = []) {
        self.limits = limits
        self.leniency = leniency
        for piece in pieces {
            pending += piece
            do throws(Violation) {
                try read()
            } catch {
                ending = .rejected(error)
                return
            }
        }
        if isClosed { return }
        if open != nil || !(pending.isEmpty || pending == [0x0D]) { ending = .cut }
    }

    /// Returns the stream split into single bytes.
    package static func singleBytes(_ bytes: [UInt8]) -> [[UInt8]] { bytes.map { [$0] } }

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

    /// Parses the head and returns the number of consumed bytes; 0 while the head is incomplete.
    private mutating func readHead() throws(Violation) -> Int {
        let takesFeeds = leniency.contains(.bareLineFeeds)
        let leniency = leniency
        let outcome = pending.withUnsafeBytes { bytes -> HeadScan.Outcome? in
            guard let empty = HeadScan.leadingLine(bytes, takesFeeds: takesFeeds) else { return .incomplete }
            return empty > 0 ? nil : scan.scan(bytes, limits, tolerating: leniency)
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
        if repair.targetLength > limits.target { throw HeadScan.targetTooLong(limits) }
        // `Array.span` needs macOS 26.
        var request = try repair.bytes.withUnsafeBufferPointer { buffer throws(Violation) in
            try parse(buffer.span)
        }
        request.remarks = repair.violatedRules + head.toleratedViolations.rules
        open = (request, BodyReader(head, keeps: limits.body, limits: limits))
    }

    private mutating func parse(_ span: Span<UInt8>) throws(Violation) -> Request {
        try RequestParser.parse(span, into: &head)
        try BodyReader.check(head.contentLength, limits)
        var request = Request()
        request.method = span.text(head.method)
        request.target = span.text(head.target)
        request.minorVersion = head.minorVersion
        request.fields = head.fields.map { [span.text($0.name), span.text($0.value)] }
        request.keepsAlive = head.isKeepAlive
        return request
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

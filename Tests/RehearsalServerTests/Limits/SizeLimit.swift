import RehearsalServer
import Testing

/// A size limit, with requests of any given size.
struct SizeLimit: CustomTestStringConvertible, Sendable {
    var name: String
    /// The largest size that the server accepts.
    var most: Int
    /// The status of the reply to a larger request.
    var status: Int
    var section: String
    var request: @Sendable (_ size: Int) -> String
    var testDescription: String { name }

    /// Limits that all differ, so that a test cannot confuse two of them.
    static let limits: Backend.Limits = {
        var limits = BothLoops.generousLimits
        (limits.head, limits.headerLines, limits.target, limits.body) = (512, 5, 40, 20)
        return limits
    }()

    static let all = heads + lines + targets + bodies + trailers

    private static let heads: [SizeLimit] = [
        head("a head with a long value") { start($0, "X: ") },
        head("a head with a long name") { size in
            let rest = "GET / HTTP/1.1\r\nHost: a\r\n" + ": 1\r\n\r\n"
            return "GET / HTTP/1.1\r\nHost: a\r\n" + fill(size - rest.utf8.count) + ": 1\r\n\r\n"
        },
        head("a head whose last value is white space") { size in
            let start = "GET / HTTP/1.1\r\nHost: a\r\nX:"
            return start + String(repeating: " ", count: size - start.utf8.count - 4) + "\r\n\r\n"
        },
        head("a head of many lines") { start($0, "X: 1\r\nX: 2\r\nX: 3\r\nY: ") },
        head("a head after empty lines, which do not count") { "\r\n\r\n" + start($0, "X: ") },
        head("a head before a body") { size in
            let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nX: "
            return head + fill(size - head.utf8.count - 4) + "\r\n\r\nab"
        },
    ]

    private static let lines = [
        SizeLimit(name: "header lines", most: 5, status: 431, section: "RFC 6585 §5") { size in
            "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: 1\r\n", count: size - 1) + "\r\n"
        },
        SizeLimit(name: "trailer lines", most: 5, status: 431, section: "RFC 6585 §5") { size in
            chunked + "0\r\n" + String(repeating: "X: 1\r\n", count: size) + "\r\n"
        },
    ]

    private static let targets = [
        target("a path") { "GET /\(fill($0 - 1)) HTTP/1.1" },
        target("a path with a query") { "GET /?\(fill($0 - 2)) HTTP/1.1" },
        target("an absolute target") { "GET http://a/\(fill($0 - 9)) HTTP/1.1" },
        target("a target after a method as long as it") { size in
            "\(String(repeating: "M", count: 40)) /\(fill(size - 1)) HTTP/1.1"
        },
        target("a target in HTTP/1.0") { "GET /\(fill($0 - 1)) HTTP/1.0" },
        SizeLimit(name: "a method", most: 40, status: 501, section: "RFC 9112 §3:") { size in
            "\(String(repeating: "M", count: size)) / HTTP/1.1\r\nHost: a\r\n\r\n"
        },
    ]

    private static let bodies = [
        body("a body with a Content-Length") { size in
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n" + fill(size)
        },
        body("a body in one chunk") { chunked + String($0, radix: 16) + "\r\n" + fill($0) + "\r\n0\r\n\r\n" },
        body("a body in chunks of one byte") { size in
            chunked + String(repeating: "1\r\nx\r\n", count: size) + "0\r\n\r\n"
        },
        body("a body whose last chunk is large") { size in
            chunked + "3\r\nabc\r\n" + "00\(String(size - 3, radix: 16))\r\n" + fill(size - 3) + "\r\n0\r\n\r\n"
        },
    ]

    private static let trailers = [
        SizeLimit(name: "a chunk extension", most: 512, status: 413, section: "RFC 9112 §7.1.1") { size in
            chunked + "1;\(fill(size - 1))\r\nx\r\n0\r\n\r\n"
        },
        SizeLimit(name: "many chunk extensions", most: 512, status: 413, section: "RFC 9112 §7.1.1") { size in
            let first = String(repeating: "1;ext=1\r\nx\r\n", count: 10)
            return chunked + first + "0;\(fill(size - 61))\r\n\r\n"
        },
        SizeLimit(name: "trailers", most: 512, status: 431, section: "RFC 6585 §5") { size in
            chunked + "0\r\nX: 1\r\nY: \(fill(size - 11))\r\n\r\n"
        },
        SizeLimit(name: "a chunk extension with trailers", most: 512, status: 431, section: "RFC 6585 §5") { size in
            chunked + "1;\(fill(199))\r\nx\r\n0\r\nX: \(fill(size - 205))\r\n\r\n"
        },
    ]

    private static let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

    private static func fill(_ count: Int) -> String { String(repeating: "x", count: count) }

    /// Returns a head of the given size that begins with the given fields.
    private static func start(_ size: Int, _ fields: String) -> String {
        let start = "GET / HTTP/1.1\r\nHost: a\r\n" + fields
        return start + fill(size - start.utf8.count - 4) + "\r\n\r\n"
    }

    private static func head(_ name: String, _ request: @escaping @Sendable (Int) -> String) -> SizeLimit {
        SizeLimit(name: name, most: 512, status: 431, section: "RFC 6585 §5", request: request)
    }

    private static func target(_ name: String, _ line: @escaping @Sendable (Int) -> String) -> SizeLimit {
        SizeLimit(name: name, most: 40, status: 414, section: "RFC 9110 §15.5.15") {
            line($0) + "\r\nHost: a\r\n\r\n"
        }
    }

    private static func body(_ name: String, _ request: @escaping @Sendable (Int) -> String) -> SizeLimit {
        SizeLimit(name: name, most: 20, status: 413, section: "RFC 9110 §15.5.14", request: request)
    }
}

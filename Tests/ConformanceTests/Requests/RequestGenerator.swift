import Rehearsal

/// Generates streams of requests, most of them nearly valid, that depend only on the number.
struct RequestGenerator {
    private var random: RandomSource

    init(_ number: Int) { random = RandomSource(seed: 0x5EED, endpoint: 0, request: number) }

    /// Generates one to three requests, some of them with a few bytes changed.
    mutating func stream() -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<below(3) + 1 { bytes += request() }
        guard chance(0.4) else { return bytes }
        for _ in 0..<below(3) + 1 { change(&bytes) }
        return bytes
    }

    private mutating func request() -> [UInt8] {
        let version = chance(0.9) ? "HTTP/1.1" : pick(["HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "http/1.1", "HTTP/1"])
        var head = Array(
            "\(chance(0.9) ? pick(Self.methods) : pick(Self.wrongMethods)) \(target()) \(version)\r\n".utf8
        )
        if chance(0.96) { head += Array("Host: \(chance(0.95) ? pick(Self.hosts) : pick(Self.wrongHosts))\r\n".utf8) }
        for _ in 0..<below(3) {
            head += Array("\(chance(0.95) ? pick(Self.names) : pick(Self.wrongNames)):\(pick(Self.values))\r\n".utf8)
        }
        guard chance(0.6) else { return head + Array("\r\n".utf8) }
        return head + content()
    }

    private mutating func target() -> String { chance(0.93) ? pick(Self.targets) : pick(Self.wrongTargets) }

    /// The fields that frame a body, the empty line and the body.
    private mutating func content() -> [UInt8] {
        let body = Array(repeating: UInt8(ascii: "b"), count: below(12))
        if chance(0.5) {
            let length = chance(0.9) ? "\(body.count)" : pick(["+1", "1, 1", "", "-0", "01", "x", "1 1"])
            let again = chance(0.05) ? "Content-Length: \(body.count)\r\n" : ""
            return Array("Content-Length: \(length)\r\n\(again)\r\n".utf8) + body
        }
        let coding = chance(0.9) ? "chunked" : pick(["gzip", "chunked, chunked", "gzip, chunked", "chunked,", "", "x"])
        let length = chance(0.05) ? "Content-Length: 1\r\n" : ""
        var bytes = Array("Transfer-Encoding: \(coding)\r\n\(length)\r\n".utf8)
        for _ in 0..<below(3) {
            let size = chance(0.9) ? "" : pick(["0", "00000", " ", "+", "0x"])
            let piece = Array(repeating: UInt8(ascii: "c"), count: below(20) + 1)
            bytes += Array("\(size)\(String(piece.count, radix: 16))\(pick(Self.extensions))\r\n".utf8) + piece
            bytes += Array((chance(0.97) ? "\r\n" : pick(["\n", "\r", "", "xx"])).utf8)
        }
        return bytes + Array("0\(pick(Self.extensions))\r\n\(pick(Self.trailers))\r\n".utf8)
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = below(bytes.count)
        let byte = chance(0.7) ? pick(Self.troublemakers) : UInt8(truncatingIfNeeded: random.next())
        switch below(4) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        case 2 where bytes.count > 1: bytes.remove(at: place)
        default: bytes.insert(bytes[place], at: place)
        }
    }

    private mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    private mutating func chance(_ share: Double) -> Bool { random.unit() < share }
    private mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    private static let methods = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "get", "X!"]
    private static let wrongMethods = ["G T", "G(T", "", " GET", "GET ", "CONNECT"]
    private static let targets = [
        "/", "/a", "/a/b?c=d&e", "/%41", "/a%2Fb", "//", "/?", "/~a;b=c", "/a:b@c", "http://a/", "http://a:80/b?c",
    ]
    private static let wrongTargets = [
        "/%", "/%4", "/a[b]", "/a|b", "/a#b", "a", "*", "http://u@a/", "https://a/", "http:///", "/a b", "a:80",
    ]
    private static let hosts = ["a", "a.example", "127.0.0.1:80", "[::1]:8080", ""]
    private static let wrongHosts = ["a:b", "a b", "u@a", "a/b", "[::1"]
    private static let names = ["X", "Accept", "X-Y", "x_y", "Connection"]
    private static let wrongNames = ["X Y", "X ", " X", "", "X("]
    private static let values = [
        " v", "v", " ", "", " \tv ", " a b", " v\u{1}", " close", " keep-alive", " \u{e4}", " \"q\"", " x, close",
    ]
    private static let extensions = ["", "", "", "", ";a", ";a=b", ";a=\"b\"", " ;a", ";", ";a ", "; a", ";=b", " "]
    private static let trailers = [
        "", "", "", "X: 1\r\n", "X: 1\r\nY: 2\r\n", "X\r\n", ": 1\r\n", "Content-Length: 3\r\n",
    ]
    private static let troublemakers: [UInt8] = Array("\r\n\t\0 :;,=\"/%[0".utf8) + [0x0B, 0x7F, 0x80, 0xFF]
}

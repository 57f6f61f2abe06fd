import RehearsalTestSupport

extension RawClient {
    /// Sends a request with a body and reads its reply.
    func ask(_ line: String, headers: [String: String] = [:], body: String? = nil) -> Response? {
        var head = "\(line) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.utf8.count)\r\n" }
        send(head + "\r\n" + (body ?? ""))
        return response(toHead: line.hasPrefix("HEAD"))
    }
}

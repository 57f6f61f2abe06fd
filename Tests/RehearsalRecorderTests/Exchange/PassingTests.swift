import Rehearsal
import RehearsalDocuments
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalRecorder

@Suite("Exchanges between a client and a real backend", .limitedConcurrency)
struct PassingTests {
    @Test("A reply is forwarded unchanged and recorded with its request.")
    func aReplyPasses() async throws {
        let head = "HTTP/1.1 203 Sort of\r\nx-OdD: 1\r\nX-Odd: 2\r\n"
        let upstream = try RawUpstream.answering("\(head)Content-Length: 5\r\n\r\nhello")
        let sut = try RecordingProxy(to: upstream.origin)
        let response = try await sut.client().get("/a/b?c=d%20e", headers: "X-Mine: yes\r\n")
        let exchanges = sut.sink.exchanges
        let origin = upstream.origin
        #expect(response?.head.hasPrefix("HTTP/1.1 203 Sort of\r\nx-OdD: 1\r\nX-Odd: 2\r\n") == true)
        #expect(response?.text == "hello")
        let exchange = try #require(exchanges.first)
        #expect(exchanges.count == 1)
        #expect(exchange.method == "GET")
        #expect(exchange.url == origin + "/a/b?c=d%20e")
        #expect(exchange.requestHeaders["X-Mine"] == "yes")
        #expect(exchange.requestHeaders["Host"].map { "http://\($0)" } == origin)
        #expect(exchange.reply?.status == 203)
        #expect(exchange.reply?.reason == "Sort of")
        #expect(exchange.reply?.headers.values(of: "x-odd") == ["1", "2"])
        #expect(exchange.reply?.body == Array("hello".utf8))
        #expect(exchange.reply?.isComplete == true)
    }

    @Test("A forwarded request has the host of upstream and no hop-by-hop fields of the client.")
    func theRequestIsUpstreams() async throws {
        let upstream = try RawUpstream { connection, _ in
            let head = connection.head() ?? ""
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(head.utf8.count)\r\n\r\n\(head)")
        }
        let sut = try RecordingProxy(to: upstream.origin)
        let fields = "Connection: keep-alive, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: 5\r\nTE: trailers\r\nX-End: 2\r\n"
        let response = try await sut.client().get("/", headers: fields + "Accept-Encoding: br, gzip;q=0.5\r\n")
        let head = (response?.text ?? "", upstream.port)
        #expect(head.0 == "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(head.1)\r\nX-End: 2\r\nAccept-Encoding: gzip\r\n\r\n")
    }

    @Test("A stream is forwarded piece by piece with its original chunks.")
    func aStreamStreams() async throws {
        let sut = try RecordingProxy { connection, _ in
            _ = connection.head()
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n")
            connection.send("4;x=y\r\ntwo!\r\n")
            connection.send("0\r\nX-Sum: 7\r\n\r\n")
        }
        let client = try await sut.client()
        await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let whole = await client.response { $0.text.hasSuffix("X-Sum: 7\r\n\r\n") }
        let reply = (whole?.text, sut.sink.exchanges.first?.reply?.body)
        #expect(reply.0 == "3\r\none\r\n4;x=y\r\ntwo!\r\n0\r\nX-Sum: 7\r\n\r\n")
        #expect(reply.1 == Array("onetwo!".utf8))
    }

    @Test("A piece of a stream is forwarded before the next one arrives.")
    func piecesDoNotWait() async throws {
        let sut = try RecordingProxy { connection, _ in
            _ = connection.head()
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
            connection.waitForEnd()
        }
        let client = try await sut.client()
        await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let first = await client.response { $0.text == "data: 1\n\n" }
        let isOpen = sut.sink.exchanges.isEmpty
        await client.closeNow()
        try await sut.stop()
        let isEarly = (first != nil, isOpen, sut.sink.exchanges.first?.reply)
        #expect(isEarly.0)
        #expect(isEarly.1)
        #expect(isEarly.2?.body == Array("data: 1\n\n".utf8))
        #expect(isEarly.2?.isComplete == true)
    }

    @Test("The recorder records an exchange before it sends the last byte to the client.")
    func recordedFirst() async throws {
        let sut = try RecordingProxy.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let seen = try await sut.client().run { client in
            (1...50).map { _ in
                _ = client.get("/")
                return sut.sink.exchanges.count
            }
        }
        #expect(seen == Array(1...50))
    }

    @Test("A request body is forwarded with the framing of the client and recorded without it.")
    func aBodyPasses() async throws {
        let sut = try RecordingProxy { connection, _ in
            let head = connection.head() ?? ""
            let body = connection.next(22) ?? ""
            let text = head.contains("Transfer-Encoding: chunked") ? body : "not chunked"
            connection.send("HTTP/1.1 201 Created\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
        }
        let client = try await sut.client()
        await client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
        await client.send("2\r\n!!\r\n0\r\n\r\n")
        let exchange = await (client.response()?.text, sut.sink.exchanges.first)
        #expect(exchange.0 == "5\r\nhello\r\n2\r\n!!\r\n0\r\n\r\n")
        #expect(exchange.1?.requestBody == Array("hello!!".utf8))
    }

    @Test("An interim reply is forwarded to a client that waits with its body.")
    func theInterimPasses() async throws {
        let sut = try RecordingProxy { connection, _ in
            _ = connection.head()
            connection.send("HTTP/1.1 100 Continue\r\n\r\n")
            let body = connection.next(4) ?? ""
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n\(body)")
        }
        let client = try await sut.client()
        await client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n")
        let interim = await client.response()
        await client.send("body")
        let text = await (interim?.status, client.response()?.text, sut.sink.exchanges.count)
        #expect(text.0 == 100)
        #expect(text.1 == "body")
        #expect(text.2 == 1)
    }

    @Test("A reply without a body ends with its head.", arguments: ["HEAD / HTTP/1.1", "GET /204 HTTP/1.1"])
    func noBody(line: String) async throws {
        let sut = try RecordingProxy { connection, _ in
            while let head = connection.head() {
                let status = head.hasPrefix("HEAD") ? "200 OK\r\nContent-Length: 9" : "204 No Content"
                connection.send("HTTP/1.1 \(status)\r\n\r\n")
            }
        }
        let statuses = try await sut.client().run { client in
            (1...2).map { _ in
                client.send("\(line)\r\nHost: a\r\n\r\n")
                return client.response(toHead: true)?.header("Content-Length") ?? "none"
            }
        }
        #expect(statuses == (line.hasPrefix("HEAD") ? ["9", "9"] : ["none", "none"]))
    }

    @Test("A body that ends with its connection is complete and closes the connection of the client.")
    func untilClose() async throws {
        let sut = try RecordingProxy { connection, _ in
            _ = connection.head()
            connection.send("HTTP/1.0 200 OK\r\n\r\nall of it")
            connection.close()
        }
        let client = try await sut.client()
        await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let (bytes, ending) = await client.readToEnd()
        let outcome = (String(decoding: bytes, as: UTF8.self), ending, sut.sink.exchanges.first?.reply?.isComplete)
        #expect(outcome.0.hasSuffix("Connection: close\r\n\r\nall of it"))
        #expect(outcome.1 == .closed)
        #expect(outcome.2 == true)
    }

    @Test("A client of HTTP/1.0 receives a chunked body without its coding.")
    func unchunked() async throws {
        let sut = try RecordingProxy.answering(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n"
        )
        let client = try await sut.client()
        await client.send("GET / HTTP/1.0\r\n\r\n")
        let text = await String(decoding: client.readToEnd().bytes, as: UTF8.self)
        #expect(text == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nonetwo")
    }

    @Test("Both connections persist, and pipelined requests receive their replies in order.")
    func keptAlive() async throws {
        let sut = try RecordingProxy { connection, number in
            while let head = connection.head() {
                let text = "\(number)\(head.dropFirst(4).prefix(2))"
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
            }
        }
        let client = try await sut.client()
        await client.send(
            "GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\nHost: h\r\n\r\nGET /c HTTP/1.1\r\nHost: h\r\n\r\n"
        )
        let texts = await client.run { client in (1...3).map { _ in client.response()?.text ?? "none" } }
        #expect(texts == ["0/a", "0/b", "0/c"])
    }

    @Test("The recorder replaces a stale upstream connection without an effect on the client.")
    func staleConnection() async throws {
        let sut = try RecordingProxy { connection, number in
            _ = connection.head()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(number)")
            connection.close()
        }
        let client = try await sut.client()
        let texts = await client.run { client in (1...3).map { _ in client.get("/")?.text ?? "none" } }
        let outcome = (texts, sut.sink.exchanges.map { $0.reply?.status })
        #expect(outcome.0 == ["0", "1", "2"])
        #expect(outcome.1 == [200, 200, 200])
    }
}

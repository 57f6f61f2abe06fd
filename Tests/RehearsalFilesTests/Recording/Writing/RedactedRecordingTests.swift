import Rehearsal
import RehearsalLint
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments
@testable import RehearsalRecordings
@testable import RehearsalRedaction

@Suite("Redaction of a recording", .limitedConcurrency)
struct RedactedRecordingTests {
    private static let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl-1"
    private static let json: Scenario.Headers = ["Content-Type": "application/json"]
    private static let form = "application/x-www-form-urlencoded"

    /// Texts that no file may contain; each occurs at least once in the exchanges below.
    private static let secrets = [
        jwt, "c00kie-Value-77", "k3y-of-the-api-1", "qu3ry-Secret-1", "r3set-t0ken-9", "correct-h0rse-1",
        "acc3ss-T0ken-5",
        "+49 170 555 0123", "f0rm-Passw0rd-3", "aws-S3cret-key-4", "jane.doe@corp.io", "4111111111111111",
        "set-C00kie-8",
        "l0cation-T0ken-2", "p4rt-Passw0rd-6", "dXNlcjpiNHNpYy1wYXNz", "b4sic-pass", "CUST-00421337", "us3r-Info-12",
        "inner-S3cret-44", "5500000000000004", "AKIA2E0A8F3B244C9986", "pl4in-C00kie-55",
        "jane.roe@corp.io", "r3ferer-C0de-31", "l1nk-T0ken-63", blob, "max.mustermann@corp.io", "4012888888881881",
        "d33p-T0ken-71", "5105105105105100", "bob.text@corp.io", "gz1p-T0ken-91", "x-ml-T0ken-12",
    ]

    /// `mail to max.mustermann@corp.io, soon` in Base64.
    private static let blob = "bWFpbCB0byBtYXgubXVzdGVybWFubkBjb3JwLmlvLCBzb29u"
    /// The secrets that occur only in an encoded form.
    private static let hidden = ["b4sic-pass", "max.mustermann@corp.io", "gz1p-T0ken-91", "jane.roe@corp.io"]

    private static let exchanges: [RecordedExchange] = [
        RecordingSample.exchange(
            "POST",
            "https://ann:us3r-Info-12@api.corp.io/login?api_key=qu3ry-Secret-1&page=1",
            headers: [
                "Host": "api.corp.io", "Authorization": "Basic dXNlcjpiNHNpYy1wYXNz", "X-Api-Key": "k3y-of-the-api-1",
                "Cookie": "sid=c00kie-Value-77; theme=dark", "Content-Type": "application/json",
            ],
            body: #"{"user":"ann","password":"correct-h0rse-1","again":"b4sic-pass"}"#,
            answer: Scenario.Headers([
                .init("Content-Type", "application/json"), .init("Set-Cookie", "sid=set-C00kie-8; Path=/; HttpOnly"),
                .init("Location", "https://api.corp.io/next?token=l0cation-T0ken-2"),
            ]),
            content: """
                {"access_token":"acc3ss-T0ken-5","id_token":"\(jwt)","user":{"mail":"jane.doe@corp.io","phone":"+49 170 555 0123",
                "card":4111111111111111},"raw":"{\\"client_secret\\":\\"inner-S3cret-44\\"}","note":"customer CUST-00421337",
                "link":"https://api.corp.io/reset/r3set-t0ken-9","reset_token":"r3set-t0ken-9"}
                """
        ),
        RecordingSample.exchange(
            "GET",
            "https://api.corp.io/reset/r3set-t0ken-9/for/jane.doe%40corp.io",
            headers: ["Authorization": "Bearer acc3ss-T0ken-5", "X-Plain": "acc3ss-T0ken-5"],
            answer: ["Content-Type": "text/plain"],
            content: "hello jane.doe@corp.io, card 5500000000000004, session set-C00kie-8 pl4in-C00kie-55"
        ),
        RecordingSample.exchange(
            "POST",
            "https://api.corp.io/form",
            headers: ["Content-Type": form, "Cookie": "x=pl4in-C00kie-55"],
            body: "user=ann&password=f0rm-Passw0rd-3&mail=jane.doe%40corp.io",
            answer: ["Content-Type": "text/xml"],
            content: "<Keys><Id>AKIA2E0A8F3B244C9986</Id><SecretAccessKey>aws-S3cret-key-4</SecretAccessKey></Keys>"
        ),
        RecordingSample.exchange(
            "POST",
            "https://api.corp.io/upload",
            headers: ["Content-Type": "multipart/form-data; boundary=b"],
            body: "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\np4rt-Passw0rd-6\r\n--b--\r\n"
        ),
        RecordingSample.exchange(
            "GET",
            "https://api.corp.io/c/pl4in-C00kie-55",
            answer: json,
            content: #"{"pl4in-C00kie-55":"pl4in-C00kie-55"}"#
        ),
        RecordingSample.exchange(
            "GET",
            "https://api.corp.io/search?jane.roe%40corp.io=1&pl4in-C00kie-55=2",
            headers: ["Referer": "https://api.corp.io/cb?code=r3ferer-C0de-31", "X-acc3ss-T0ken-5": "1"],
            answer: [
                "Content-Type": "application/json", "X-acc3ss-T0ken-5": "1",
                "Link": "<https://api.corp.io/p?token=l1nk-T0ken-63>; rel=\"next\"",
            ],
            content: """
                {"blob":"\(blob)","list":["a","4012888888881881",{"deep":{"refresh_token":"d33p-T0ken-71"}}],\
                "numbers":[5105105105105100]}
                """
        ),
        RecordingSample.exchange(
            "POST",
            "https://api.corp.io/by-name",
            headers: json,
            body: #"{"pl4in-C00kie-55":{"n":1},"other":[2],"acc3ss-T0ken-5":{"n":3}}"#
        ),
        RecordingSample.exchange(
            "POST",
            "https://api.corp.io/form-by-name",
            headers: ["Content-Type": form],
            body: "bob.text%40corp.io=1&page=2"
        ),
        RecordingSample.exchange(
            "PUT",
            "https://api.corp.io/text",
            headers: ["Content-Type": "text/xml"],
            body: "<a><Token>x-ml-T0ken-12</Token>bob.text@corp.io bob.text%40corp.io</a>"
        ),
        RecordedExchange(
            method: "GET",
            url: "https://api.corp.io/packed",
            outcome: .reply(
                RecordedExchange.Reply(
                    status: 200,
                    headers: ["Content-Type": "application/json", "Content-Encoding": "gzip"],
                    body: Base64.decoded(packed) ?? []
                )
            )
        ),
    ]

    /// A document with `"session_token":"gz1p-T0ken-91"`, compressed by gzip.
    private static let packed =
        "H4sIAAAAAAACA6tWKk4tLs7Mz4svyc9OzVOyUkqvMizQDTEAcnQtDZV0lAoSU4CiFUQCpVoAgI7UpFIAAAA="

    private func record(_ folder: ScratchFolder) throws {
        let rules = try ["json:/user/phone", #"pattern:CUST-\d{8}"#].map { try RedactionRule($0) }
        let options = RecordingWriter.Options(redacting: rules, keeping: [try RedactionRule("cookie:theme")])
        let sut = try RecordingWriter(folder["Recordings/api"], options: options)
        for exchange in Self.exchanges { #expect(try sut.append(exchange).secrets > 0) }
        try sut.close()
    }

    @Test("The content and the name of each file contain no planted secret.")
    func nothing() throws {
        let folder = try ScratchFolder()
        try record(folder)
        let planted = Self.exchanges.map { exchange in
            guard case .reply(let reply) = exchange.outcome else { return "" }
            let fields = (exchange.requestHeaders.fields + reply.headers.fields).compactMap(\.value)
            return ([exchange.url] + fields).joined(separator: "\n")
                + String(decoding: exchange.requestBody + [0x0A] + reply.body, as: UTF8.self)
        }.joined()
        for secret in Self.secrets {
            #expect(planted.contains(secret) || Self.hidden.contains(secret), "not planted: \(secret)")
        }
        let files = try RecordingSample.files(in: folder.path)
        #expect(files.count >= 2)
        for (name, bytes) in files {
            let decoded = PercentEncoding.decoded(bytes, plusIsSpace: true)
            for secret in Self.secrets {
                #expect(bytes.start(of: Array(secret.utf8), from: 0) == nil, "\(secret) is in \(name)")
                #expect(decoded.start(of: Array(secret.utf8), from: 0) == nil, "\(secret) is in \(name), escaped")
                #expect(!name.contains(secret))
            }
        }
        #expect(try folder.read("Recordings/api.har").contains("theme=dark"))
        let proving = ScenarioFiles.Options(linting: LintChecks(now: 0))
        #expect(ScenarioFiles.load([folder["Recordings/api.har"]], options: proving).diagnostics == [])
    }

    @Test("Equal secrets have equal placeholders in a body, a header and an authorization.")
    func equal() throws {
        let folder = try ScratchFolder()
        try record(folder)
        let reply = try JSON(parsing: try folder.read("Recordings/api/post-login.json"))
        guard case .string(let token) = reply["access_token"] else { return #expect(Bool(false)) }
        let har = try folder.read("Recordings/api.har")
        #expect(Placeholder.isPlaceholder(token))
        #expect(har.contains("Bearer \(token)"))
        #expect(har.contains("{ \"name\": \"X-Plain\", \"value\": \"\(token)\" }"))
    }

    @Test("A redacted recording answers a client that sends the real secrets.")
    func replay() async throws {
        let folder = try ScratchFolder()
        try record(folder)
        let scenario = try #require(RecordingSample.scenario(folder["Recordings/api.har"]).scenario)
        let backend = try Backend.start(scenario)
        let client = try await RawClient(port: backend.port)
        for exchange in Self.exchanges {
            let target = "/" + exchange.url.split(separator: "/", maxSplits: 2)[2]
            let fields = exchange.requestHeaders.fields.filter { $0.name != "Host" }
            let lines = fields.map { "\($0.name): \($0.value ?? "")\r\n" }.joined()
            let head =
                "\(exchange.method) \(target) HTTP/1.1\r\nHost: a\r\n\(lines)"
                + "Content-Length: \(exchange.requestBody.count)\r\n\r\n"
            await client.send(Array(head.utf8) + exchange.requestBody)
            let reply = await client.response()
            #expect(reply?.status == 200, "\(exchange.method) \(target)")
        }
        #expect(await client.get("/reset/r3set/for")?.status == 501)
        await backend.stop()
    }

    @Test("A member whose name was redacted matches any name, and its value must match.")
    func memberNames() async throws {
        let folder = try ScratchFolder()
        let sut = try RecordingWriter(folder["a"])
        let bodies = [#"{"s3cret-Name-77":{"n":1},"b":0}"#, #"{"s3cret-Name-77":{"n":2},"b":0}"#]
        for (index, body) in bodies.enumerated() {
            let headers: Scenario.Headers = ["Content-Type": "application/json", "X-Api-Key": "s3cret-Name-77"]
            let url = "https://a.corp.io/x"
            _ = try sut.append(
                RecordingSample.exchange("POST", url, headers: headers, body: body, status: 200 + index)
            )
        }
        try sut.close()
        #expect(!(try folder.read("a.har").contains("s3cret-Name-77")))
        let backend = try Backend.start(try #require(RecordingSample.scenario(folder["a.har"]).scenario))
        let client = try await RawClient(port: backend.port)
        let another = bodies[1].replacing("s3cret-Name-77", with: "another-one")
        for (body, status) in [(bodies[1], 201), (bodies[0], 200), (another, 201), (#"{"b":{"n":2},"c":0}"#, 501)] {
            let head = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
            await client.send(Array("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
            #expect(await client.response()?.status == status, "\(body)")
        }
        await backend.stop()
    }

    @Test("Two logins with different passwords become a sequence, and another document another endpoint.")
    func sequence() throws {
        let folder = try ScratchFolder()
        let sut = try RecordingWriter(folder["a"])
        let bodies = [#"{"password":"wr0ng-word"}"#, #"{"password":"r1ght-word"}"#, #"{"password":"x1","code":1}"#]
        for (index, body) in bodies.enumerated() {
            let headers = Self.json
            _ = try sut.append(
                RecordingSample.exchange(
                    "POST",
                    "https://a.corp.io/login",
                    headers: headers,
                    body: body,
                    status: 200 + index
                )
            )
        }
        try sut.close()
        let endpoints = try #require(RecordingSample.scenario(folder["a.har"]).scenario?.endpoints)
        #expect(endpoints.map { $0.replies.map(\.status) } == [[200, 201], [202]])
    }

    @Test("Forms for one path become different endpoints by their fields.")
    func forms() async throws {
        let folder = try ScratchFolder()
        let sut = try RecordingWriter(folder["a"])
        for (index, body) in ["Action=List&Token=s3cret-1", "Action=Create&Name=x", "Action=List&Token=s3cret-2"]
            .enumerated()
        {
            let headers: Scenario.Headers = ["Content-Type": Self.form]
            _ = try sut.append(
                RecordingSample.exchange(
                    "POST",
                    "https://a.corp.io/",
                    headers: headers,
                    body: body,
                    status: 200 + index
                )
            )
        }
        try sut.close()
        let endpoints = try #require(RecordingSample.scenario(folder["a.har"]).scenario?.endpoints)
        #expect(endpoints.map { $0.replies.map(\.status) } == [[200, 202], [201]])
    }
}

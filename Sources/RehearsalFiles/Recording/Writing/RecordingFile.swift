import Rehearsal

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The HAR of a recording that is being written.
final class RecordingFile: @unchecked Sendable {
    // Sendable: whoever has it, holds the lock of the writer.
    private let path: String
    private var entries: [JSON] = []

    init(_ path: String, options: RecordingWriter.Options) throws(RecordingWriter.Failure) {
        self.path = path
    }

    func append(_ exchange: RecordedExchange) throws(RecordingWriter.Failure) -> RecordingWriter.Written {
        entries.append(Self.entry(exchange))
        let log: JSON = ["log": ["version": "1.2", "creator": ["name": "Rehearsal", "version": "1.0"]]]
        guard case .object(var top) = log, case .object(var members) = top[0].value else {
            throw RecordingWriter.Failure("nothing to write")
        }
        members.append(JSON.Member("entries", .array(entries)))
        top[0].value = .object(members)
        do {
            let folder = URL(fileURLWithPath: FileName.folder(of: path))
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(JSON.object(top).bytes(pretty: true)).write(to: URL(fileURLWithPath: path))
        } catch {
            throw RecordingWriter.Failure("\(path) cannot be written: \(error)")
        }
        return RecordingWriter.Written(name: "entry-\(entries.count)")
    }

    func close() throws(RecordingWriter.Failure) {}

    private static func entry(_ exchange: RecordedExchange) -> JSON {
        var response: JSON = ["status": 0, "headers": []]
        if case .reply(let reply) = exchange.outcome {
            response = [
                "status": .number(JSON.Number(text: String(reply.status))),
                "statusText": .string(reply.reason),
                "httpVersion": "HTTP/1.1",
                "headers": headers(reply.headers),
                "content": [
                    "size": .number(JSON.Number(text: String(reply.body.count))),
                    "encoding": "base64",
                    "text": .string(Data(reply.body).base64EncodedString()),
                ],
            ]
        }
        return [
            "startedDateTime": "1970-01-01T00:00:00.000Z",
            "request": [
                "method": .string(exchange.method),
                "url": .string(exchange.url),
                "httpVersion": "HTTP/1.1",
                "headers": headers(exchange.requestHeaders),
            ],
            "response": response,
        ]
    }

    private static func headers(_ headers: Scenario.Headers) -> JSON {
        .array(headers.fields.map { ["name": .string($0.name), "value": .string($0.value ?? "")] })
    }
}

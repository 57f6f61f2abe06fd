import Rehearsal
package import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A HAR file of any origin, for inspection or for conversion to the normal form of recordings.
package struct InspectedRecording: Sendable {
    package let path: String
    package private(set) var exchanges: [InspectedExchange] = []
    package private(set) var diagnostics: [Diagnostic] = []
    private var highestSecretNumber = 0

    /// Reads a file. Its errors are among the diagnostics.
    package init(_ path: String) {
        do throws(FileSystem.Failure) {
            self.init(SourceText(path: path, bytes: try FileSystem.read(path, limit: Recording.sizeLimit)))
        } catch {
            self.init(path, unreadable: error)
        }
    }

    private init(_ path: String, unreadable failure: FileSystem.Failure) {
        self.path = path
        let code: Diagnostic.Code = failure == .missing ? .missingFile : .unreadableFile
        diagnostics.append(Diagnostic(.error, code, path: path, message: failure.message(about: path)))
    }

    /// Parses a file that was already read.
    package init(_ source: SourceText) {
        path = source.path
        highestSecretNumber = Placeholder.numbers(in: source.bytes).max() ?? 0
        let root = FileSystem.realPath(path).map { ScenarioRoot(of: $0) }
        let complete = Recording.repaired(source, diagnostics: &diagnostics)
        guard let document = complete.document(options: .allowsByteOrderMark, diagnostics: &diagnostics) else { return }
        let reader = HARReader(source: complete, root: root)
        let list = reader.entries(document.root) ?? []
        for (offset, value) in list.enumerated() {
            guard let exchange = InspectedExchange(value, number: offset + 1) else { continue }
            highestSecretNumber = max(
                highestSecretNumber,
                Placeholder.numbers(in: exchange.requestBody + [0x0A] + exchange.body).max() ?? 0
            )
            exchanges.append(exchange)
        }
        diagnostics += reader.diagnostics
    }

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// Returns the exchange with a name or a number.
    package func exchange(_ nameOrNumber: String) -> InspectedExchange? {
        exchanges.first { $0.name == nameOrNumber }
            ?? Int(nameOrNumber).flatMap { number in exchanges.first { $0.number == number } }
    }

    /// The result of a normalization.
    package struct NormalizationResult: Sendable {
        package var path: String
        package var written = 0
        package var secrets = 0
        /// The numbers of exchanges that cannot be replayed.
        package var skipped: [Int] = []
        /// Notes on the written exchanges, each with the name of its entry.
        package var remarks: [String] = []
    }

    /// Writes the recording in normal form. Normalizing the result again changes nothing.
    package func normalize(
        into path: String? = nil,
        _ options: RecordingWriter.Options = RecordingWriter.Options()
    ) throws(RecordingWriter.Failure) -> NormalizationResult {
        var options = options
        options.start = .replacing
        options.firstSecret = highestSecretNumber + 1
        let writer = try RecordingWriter(path ?? self.path, options: options)
        var result = NormalizationResult(path: writer.path)
        for exchange in exchanges {
            guard let recorded = exchange.recorded else {
                result.skipped.append(exchange.number)
                continue
            }
            let written = try writer.append(recorded, named: exchange.name)
            result.secrets += written.secrets
            result.remarks += written.remarks.map { "\(written.name): \($0)" }
            result.written += 1
        }
        try writer.close()
        return result
    }
}

extension InspectedExchange {
    /// Creates an exchange from a HAR entry, including one that cannot be replayed.
    fileprivate init?(_ value: HARValue, number: Int) {
        guard let object = value.expecting(.object), let request = object.required("request", .object),
            let method = request.required("method", .string)?.node.string,
            let url = request.required("url", .string)?.node.string
        else { return nil }
        guard RecordedHeaders.isValid(name: method) else {
            request.error(.badValue, "\(request.path).method is \(method.quoted), which is not a valid method")
            return nil
        }
        let response = object.optional("response", .object)
        var headers = Scenario.Headers(response?.fields() ?? [])
        let content = HARContent(of: response, headers: headers, title: object.path)
        if let type = content.statedType { headers.append("Content-Type", type) }
        var requestHeaders = Scenario.Headers(request.fields())
        let postData = request.optional("postData", .object)
        if !requestHeaders.contains("Content-Type"), let type = postData?.text("mimeType"), MediaType(type).isValid {
            requestHeaders.append("Content-Type", type)
        }
        let coding = content.isStillEncoded ? headers["Content-Encoding"] ?? "unknown" : nil
        self.init(
            number: number,
            name: object.text("_name"),
            method: method,
            url: url,
            requestHeaders: requestHeaders,
            requestBody: postData?.requestBytes() ?? [],
            status: response?["status"]?.node.numberText.flatMap { Int($0) } ?? 0,
            reason: response?.text("statusText") ?? "",
            headers: headers,
            body: content.bytes,
            failure: response?.failure,
            error: [response?["_error"], object["_error"]].lazy.compactMap { $0?.node.string }.first { !$0.isEmpty },
            coding: coding,
            isTruncated: response?["content"]?["_truncated"]?.node.bool == true,
            day: object["startedDateTime"]?.node.string.map { String($0.prefix(10)) },
            comments: RecordedComments(of: object),
            startedAt: object["startedDateTime"]?.node.string.flatMap(RecordedDate.milliseconds),
            duration: object["time"]?.node.numberText.flatMap { Int64($0) }.map { min(max(0, $0), 1 << 40) } ?? 0
        )
    }
}

/// The files of a recording in normal form, before they are written.
package struct NormalizedRecording {
    /// The files by their paths relative to the scenario: `shop.har`, `shop/get-users.json`.
    package private(set) var files: [(path: String, bytes: [UInt8])] = []
    package private(set) var recording: Recording
    package private(set) var outcome: InspectedRecording.NormalizationResult

    /// - Parameter name: The name of the recording without an extension.
    package init(_ inspected: InspectedRecording, named name: String) throws(RecordingWriter.Failure) {
        // The writer needs a folder on disk; the files in it are already redacted.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let har = FilePath.join(folder, "\(name).har")
        outcome = try inspected.normalize(into: har)
        guard let recording = Recording(at: har, isExact: false) else {
            throw RecordingWriter.Failure("\(inspected.path.quoted) cannot be normalized")
        }
        self.recording = recording
        do throws(FileSystem.Failure) {
            files = [("\(name).har", try FileSystem.read(har, limit: Recording.sizeLimit))]
            for file in FileSystem.names(in: FilePath.join(folder, name)) {
                let path = "\(name)/\(file)"
                files.append((path, try FileSystem.read(FilePath.join(folder, path), limit: Recording.sizeLimit)))
            }
        } catch {
            throw RecordingWriter.Failure(error.message(about: har))
        }
    }
}

import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A scenario document to which endpoints are appended while it is in use. Every existing byte is kept.
struct ScenarioAppender {
    private let path: String

    /// An error that prevents appending, with the correction.
    struct Failure: Error, CustomStringConvertible, Sendable {
        let description: String
    }

    /// Opens a scenario document, or creates it.
    ///
    /// - Throws: ``Failure`` if the file is not a scenario or cannot be written.
    init(_ path: String) throws(Failure) {
        self.path = path
        if FileSystem.stamp(of: path) == nil {
            let name = JSON.string(FilePath.stem(of: path)).bytes()
            try write(Array("{\n  \"scenario\": ".utf8) + name + Array(",\n  \"endpoints\": [\n  ],\n}\n".utf8))
        }
        _ = try endpoints(in: try read())
    }

    /// Appends an endpoint on a line of its own.
    func add(_ endpoint: JSON) throws(Failure) {
        let document = try read()
        let list = try endpoints(in: document)
        var text = Array("\n    ".utf8) + Self.line(endpoint) + [UInt8(ascii: ",")]
        let last = list.elements.reversed().first
        let insertionIndex = last?.range.upperBound ?? list.range.lowerBound + 1
        var rest = document.bytes[insertionIndex...]
        if last != nil {
            if let comma = Self.comma(in: rest.prefix(list.range.upperBound - insertionIndex)) {
                rest = rest[(comma + 1)...]
                text = Array(document.bytes[insertionIndex...comma]) + text
            } else {
                text.insert(UInt8(ascii: ","), at: 0)
            }
        }
        try write(Array(document.bytes[..<insertionIndex]) + text + Array(rest))
    }

    /// Returns the index of the comma after the last element, skipping comments.
    private static func comma(in bytes: ArraySlice<UInt8>) -> Int? {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let pair = (bytes[index], bytes.indices.contains(index + 1) ? bytes[index + 1] : 0)
            switch pair {
            case (UInt8(ascii: ","), _): return index
            case (UInt8(ascii: "/"), UInt8(ascii: "/")):
                index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.endIndex
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                index += 2
                while index < bytes.endIndex, !bytes[index...].starts(with: "*/".utf8) { index += 1 }
                index += 2
            default: index += 1
            }
        }
        return nil
    }

    /// Returns the JSON on one line, with a space inside braces and after each comma and colon.
    private static func line(_ json: JSON) -> [UInt8] {
        let text = String(decoding: json.bytes(pretty: true), as: UTF8.self)
        return Array(text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ").utf8)
    }

    private func read() throws(Failure) -> JSONDocument {
        let bytes: [UInt8]
        do throws(FileSystem.Failure) {
            bytes = try FileSystem.read(path, limit: ScenarioFiles.sizeLimit)
        } catch {
            throw Failure(description: error.message(about: path))
        }
        do throws(JSONSyntaxError) {
            return try JSONDocument(parsing: bytes, options: [.relaxed, .allowsByteOrderMark])
        } catch {
            let line = SourceText(path: path, bytes: bytes).line(of: error.offset)
            throw Failure(description: "\(path):\(line) is not JSON, so no endpoint can be added to it")
        }
    }

    private func endpoints(in document: JSONDocument) throws(Failure) -> JSONDocument.Node {
        guard let list = document.root["endpoints"], list.kind == .array else {
            throw Failure(
                description:
                    "\(path) has no list of \"endpoints\" to add to; add \"endpoints\": [] to it, or name a new file"
            )
        }
        return list
    }

    private func write(_ bytes: [UInt8]) throws(Failure) {
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw Failure(description: "\(path) cannot be written: \(error)")
        }
    }
}

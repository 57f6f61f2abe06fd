import Rehearsal
import RehearsalRedaction

/// A difference between a recorded response and the response of the backend now.
package struct DriftChange: Sendable, Hashable {
    package var kind: Kind
    /// The path of the value, such as `$.items[*].price`, or the name of a header; empty for the whole response.
    package var path: String
    /// The recorded value; nil if there was none.
    package var recorded: String?
    /// The current value; nil if there is none.
    package var current: String?

    package init(_ kind: Kind, _ place: String = "", recorded: String? = nil, current: String? = nil) {
        (self.kind, self.path, self.recorded, self.current) = (kind, place, recorded, current)
    }

    /// The kind of a difference.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The backend sent no response.
        case noAnswer
        case status
        case mediaType
        case headerAdded, headerRemoved, headerChanged
        /// The body cannot be parsed in its recorded format.
        case unreadable
        /// The body is empty.
        case emptied
        case memberAdded, memberRemoved
        /// A member that every recorded object had is missing in some objects.
        case memberMissing
        /// The value has another type than in the recording.
        case retyped
        /// The value is null, and was never null in the recording.
        case nullable
        /// The number has a fraction, and was always an integer in the recording.
        case fraction
        /// The string has another format: a timestamp with a fraction of a second, a URL instead of a path.
        case stringFormat = "form"
        /// The value of an enumeration is not one of the recorded values.
        case enumValue = "word"
    }
}

extension DriftChange {
    /// The difference with values that look like secrets redacted, because reports are posted in pull requests.
    var withoutSecrets: DriftChange {
        DriftChange(kind, Self.plain(path), recorded: recorded.map(Self.plain), current: current.map(Self.plain))
    }

    private static func plain(_ text: String) -> String {
        var bytes = Array(text.utf8)
        for shape in EncodedText.shapes(in: bytes).sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            bytes.replaceSubrange(shape.range, with: "[redacted]".utf8)
        }
        return bytes.count == text.utf8.count ? text : String(decoding: bytes, as: UTF8.self)
    }
}

extension DriftChange: CustomStringConvertible {
    /// The difference as a sentence, such as `$.items[*].price is a string, was a number`.
    package var description: String {
        let (was, now) = (recorded ?? "nothing", current ?? "nothing")
        return switch kind {
        case .noAnswer: "no answer: \(now)"
        case .status: "status \(now), was \(was)"
        case .mediaType: "media type \(now), was \(was)"
        case .headerAdded: "header \(path) is new: \(now)"
        case .headerRemoved: "header \(path) is gone, was \(was)"
        case .headerChanged: "header \(path) is \(now), was \(was)"
        case .unreadable: "the body is no longer \(was)"
        case .emptied: "the body is empty, was never empty"
        case .memberAdded: "\(path) is new: \(now)"
        case .memberRemoved: "\(path) is gone, was \(was)"
        case .memberMissing: "\(path) is missing in \(now) objects, was in every object"
        case .retyped: "\(path) is \(now), was \(was)"
        case .nullable: "\(path) is null, was never null"
        case .fraction: "\(path) has a fraction (\(now)), was always an integer"
        case .stringFormat: "\(path) is formatted as \(now), was \(was)"
        case .enumValue: "\(path) has the new value \(now), recorded values: \(was)"
        }
    }
}

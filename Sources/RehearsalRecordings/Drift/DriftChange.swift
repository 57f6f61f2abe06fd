import Rehearsal
import RehearsalRedaction

/// One thing that a backend does otherwise than when it was recorded.
package struct DriftChange: Sendable, Hashable {
    package var kind: Kind
    /// Where: `$.items[*].price`, the name of a header; empty for the answer as a whole.
    package var place: String
    /// What was recorded; nil where there was nothing.
    package var was: String?
    /// What there is now; nil where there is nothing.
    package var now: String?

    package init(_ kind: Kind, _ place: String = "", was: String? = nil, now: String? = nil) {
        (self.kind, self.place, self.was, self.now) = (kind, place, was, now)
    }

    /// What can change.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Nothing was answered.
        case noAnswer
        case status
        case mediaType
        case headerAdded, headerRemoved, headerChanged
        /// The body is no document any more.
        case unreadable
        /// There is no body any more.
        case emptied
        case memberAdded, memberRemoved
        /// A member that was always there is missing in some places.
        case memberMissing
        /// Another kind of value.
        case retyped
        /// A null where none was seen.
        case nullable
        /// A fraction where only whole numbers were seen.
        case fraction
        /// A string that is written otherwise: a date with a fraction of a second, a URL that was a path.
        case form
        /// A word that was never seen, where there are only a few words.
        case word
    }
}

extension DriftChange {
    /// The same without what looks like a secret: reports end up in pull requests.
    var withoutSecrets: DriftChange {
        DriftChange(kind, Self.plain(place), was: was.map(Self.plain), now: now.map(Self.plain))
    }

    private static func plain(_ text: String) -> String {
        var bytes = Array(text.utf8)
        for shape in HiddenText.shapes(in: bytes).sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            bytes.replaceSubrange(shape.range, with: "[redacted]".utf8)
        }
        return bytes.count == text.utf8.count ? text : String(decoding: bytes, as: UTF8.self)
    }
}

extension DriftChange: CustomStringConvertible {
    /// `$.items[*].price is a string, was a number`.
    package var description: String {
        let (was, now) = (was ?? "nothing", now ?? "nothing")
        return switch kind {
        case .noAnswer: "no answer: \(now)"
        case .status: "status \(now), was \(was)"
        case .mediaType: "media type \(now), was \(was)"
        case .headerAdded: "header \(place) is new: \(now)"
        case .headerRemoved: "header \(place) is gone, was \(was)"
        case .headerChanged: "header \(place) is \(now), was \(was)"
        case .unreadable: "the body is no \(was) any more"
        case .emptied: "the body is empty, never was"
        case .memberAdded: "\(place) is new: \(now)"
        case .memberRemoved: "\(place) is gone, was \(was)"
        case .memberMissing: "\(place) is missing in \(now), was always there"
        case .retyped: "\(place) is \(now), was \(was)"
        case .nullable: "\(place) is null, never was"
        case .fraction: "\(place) has a fraction (\(now)), was always whole"
        case .form: "\(place) is written as \(now), was \(was)"
        case .word: "\(place) says \(now), never seen: \(was)"
        }
    }
}

import Rehearsal
import RehearsalRedaction

/// The format of a string value, as far as clients depend on it.
enum StringFormat: Sendable, Hashable {
    case timestamp(TimestampFormat)
    case date
    /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
    case httpDate
    case uuid
    case url
    case path
    case number
    /// A word in one case, such as `in_progress`; probably a value of an enumeration.
    case singleCaseWord
    /// A capitalized word, such as `InProgress`; a value of an enumeration or a name.
    case capitalized
    case text

    init(_ text: String) {
        let bytes = Array(text.utf8)
        if let moment = TimestampFormat(bytes) {
            self = .timestamp(moment)
        } else if bytes.count == 10, bytes.matches("0000-00-00") {
            self = .date
        } else if bytes.count == 29, bytes.suffix(4).elementsEqual(" GMT".utf8), Self.isWebDate(bytes) {
            self = .httpDate
        } else if Self.isUUID(bytes) {
            self = .uuid
        } else if text.hasPrefix("https://") || text.hasPrefix("http://") {
            self = .url
        } else if bytes.first == UInt8(ascii: "/") && bytes.count > 1 && !bytes.contains(0x20) {
            self = .path
        } else if Self.isNumber(bytes) {
            self = .number
        } else {
            self = Self.isWord(bytes) ? .singleCaseWord : Self.isCapitalized(bytes) ? .capitalized : .text
        }
    }

    /// Whether a change of this format can break a client, if all `count` recorded values have the format.
    ///
    /// A few values may have the format of a number or path by chance, such as versions.
    func isSignificant(among count: Int) -> Bool {
        switch self {
        case .text, .singleCaseWord, .capitalized: false
        case .number, .path: count >= 3
        case .timestamp, .date, .httpDate, .uuid, .url: true
        }
    }

    private static func isWebDate(_ bytes: [UInt8]) -> Bool {
        bytes[3...].matches(", 00 ") && bytes[11...].matches(" 0000 00:00:00")
    }

    private static func isUUID(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 36 else { return false }
        return bytes.enumerated().allSatisfy { index, byte in
            [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : byte.hexValue != nil
        }
    }

    private static func isNumber(_ bytes: [UInt8]) -> Bool {
        let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
        let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
    }

    private static func isCapitalized(_ bytes: [UInt8]) -> Bool {
        (1...40).contains(bytes.count) && bytes.first.map { 0x41...0x5A ~= $0 } == true
            && bytes.allSatisfy(\.isLetter)
    }

    /// Whether the text is one word in one case. Names of people and towns have mixed case.
    private static func isWord(_ bytes: [UInt8]) -> Bool {
        let letters = bytes.filter(\.isLetter)
        let isOneCase = letters.allSatisfy { 0x61...0x7A ~= $0 } || letters.allSatisfy { 0x41...0x5A ~= $0 }
        return (1...40).contains(bytes.count) && letters.first == bytes.first && isOneCase
            && bytes.allSatisfy { $0.isLetter || [0x5F, 0x2D].contains($0) }
    }
}

extension StringFormat: CustomStringConvertible {
    var description: String {
        switch self {
        case .timestamp(let moment): moment.description
        case .date: "a date"
        case .httpDate: "an HTTP date"
        case .uuid: "a UUID"
        case .url: "a URL"
        case .path: "a path"
        case .number: "a number in quotes"
        case .singleCaseWord, .capitalized: "a word"
        case .text: "text"
        }
    }
}

/// A detector for members that hold a value of an enumeration, such as a state or a role.
struct EnumDetector: Sendable {
    /// The paths that the user declares as enumerations.
    var declared: [DocumentPath] = []

    /// The maximum number of distinct values of an enumeration.
    private static let maximumValueCount = 32

    func isDeclared(_ path: DocumentPath) -> Bool { declared.contains { $0.contains(path) } }

    /// Whether the observed values suggest an enumeration: a few words that repeat. A path outside collections needs
    /// two distinct words.
    func isEnum(at path: DocumentPath, _ profile: BodyShape.ValueProfile) -> Bool {
        guard profile.formats == [.singleCaseWord] || profile.formats == [.capitalized], !profile.strings.isEmpty,
            profile.strings.count <= Self.maximumValueCount
        else { return false }
        guard profile.valueCount >= 3, profile.strings.count * 2 <= profile.valueCount else { return false }
        return (profile.isInCollection || profile.strings.count > 1)
            && path.nearestMemberName.map(Self.holdsFreeText) != true
    }

    /// Whether a member of this name usually holds free text or identifiers: `user_name`, `city`, `tags`.
    private static func holdsFreeText(_ name: String) -> Bool { freeTextNames.contains(lastWord(of: name)) }

    /// Returns the last word of a name in lower case: `name` for `user_name` and `userName`.
    private static func lastWord(of name: String) -> String {
        var word = ""
        for character in name.reversed() {
            if character == "_" || character == "-" || character == " " { break }
            word.insert(Character(character.lowercased()), at: word.startIndex)
            if character.isUppercase, name.contains(where: \.isLowercase) { break }
        }
        return word
    }

    private static let freeTextNames: Set<String> = [
        "alias", "assignee", "author", "body", "city", "comment", "company", "content", "country", "description",
        "firstname", "handle", "id",
        "key", "keyword", "keywords", "label", "lastname", "login", "message", "name", "names", "nick", "nickname",
        "note", "notes", "owner", "query", "slug", "street", "subject", "summary", "tag", "tags", "text", "title",
        "town", "user", "username", "word", "words",
    ]
}

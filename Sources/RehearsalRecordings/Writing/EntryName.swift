import Rehearsal
import RehearsalDocuments
import RehearsalRedaction

/// What entries are called: the method and the path, and a number from the second on, as `get-users-2`.
struct EntryName {
    private var taken: Set<String>
    /// The number that was given last, so that the thousandth is found at once.
    private var last: [String: Int] = [:]

    init(taken: Set<String> = []) { self.taken = taken }

    /// A name that no other entry has.
    ///
    /// - Parameter url: without its secrets.
    mutating func next(_ method: String, _ url: String) -> String {
        let base = Self.base(method, url)
        if taken.insert(base).inserted { return base }
        var number = (last[base] ?? 1) + 1
        while Self.isSecret("\(base)-\(number)") || !taken.insert("\(base)-\(number)").inserted { number += 1 }
        last[base] = number
        return "\(base)-\(number)"
    }

    /// Takes a name that somebody chose, if it can be that of a file and no other entry has it.
    mutating func take(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count <= 100, !name.hasPrefix("."), !name.hasPrefix("-"),
            name.utf8.allSatisfy({ $0.isAlphanumeric(or: "-._") })
        else { return false }
        return taken.insert(name).inserted
    }

    /// Whether a name was made of a URL that is another one without its secrets, and would be another name too: it may
    /// hold a part of one.
    static func isMade(_ name: String, _ method: String, of url: String, cleanedTo clean: String) -> Bool {
        guard url != clean else { return false }
        let base = base(method, url)
        guard name.hasPrefix(base), base != Self.base(method, clean) else { return false }
        let number = name.dropFirst(base.count)
        return number.isEmpty || number.hasPrefix("-") && number.dropFirst().utf8.allSatisfy(\.isDigit)
    }

    private static let longest = 60

    private static func base(_ method: String, _ url: String) -> String {
        let path = (try? RecordedURL(url))?.path ?? "/"
        var name = PlainName.of(method)
        let segments = path.split(separator: "/").map { PlainName.of(String(decoding: decoded($0), as: UTF8.self)) }
            .filter { !$0.isEmpty }
        for segment in segments.isEmpty ? ["root"] : segments {
            guard name.utf8.count + segment.utf8.count < longest else {
                let rest = longest - 1 - name.utf8.count
                if rest > 8 { name += "-" + segment.prefix(rest) }
                break
            }
            name += "-" + segment
        }
        while name.hasSuffix("-") { name.removeLast() }
        if isSecret(name) { name = PlainName.of(method) + "-redacted" }
        return name.isEmpty ? "entry" : name
    }

    /// Whether a name looks like a secret: a dash may join what other characters of the URL separate.
    private static func isSecret(_ name: String) -> Bool { !SecretShape.all(in: Array(name.utf8)).isEmpty }

    /// A placeholder says by its number what the name of a file need not.
    private static func decoded(_ segment: Substring) -> [UInt8] {
        let bytes = PercentEncoding.decoded(Array(segment.utf8), plusIsSpace: false)
        return Placeholder.isOpen(bytes) ? Placeholder.unnumbered(bytes) : bytes
    }
}

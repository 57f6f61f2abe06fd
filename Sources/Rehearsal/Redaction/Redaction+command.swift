extension Redaction {
    /// A command as it can be shown: words that need it in quotes, and secrets taken out where they can be told: in
    /// headers, URLs, forms and JSON, and after a name or a scheme that says that a secret follows.
    package func command(_ words: [String]) -> String {
        shown(words[...]).map { thorough?.remark($0) ?? $0 }.map(Self.quoted).joined(separator: " ").printable
    }

    private func shown(_ words: some Sequence<some StringProtocol>) -> [String] {
        var shown: [String] = []
        var isSecret = false
        for word in words {
            let word = String(word)
            shown.append(isSecret ? hidden(word) : self.shown(word))
            isSecret = Self.announcesSecret(word)
        }
        return shown
    }

    private func shown(_ word: String) -> String {
        if let header = header(word) { return header }
        if word.hasPrefix("{") || word.hasPrefix("[") {
            return String(decoding: body(Array(word.utf8), Scenario.Headers([])), as: UTF8.self)
        }
        // A line of shell, in which the same things stand.
        if word.contains(" ") {
            return shown(word.split(separator: " ", omittingEmptySubsequences: false)).joined(separator: " ")
        }
        if !word.contains("=") || word.contains("://") || word.hasPrefix("/") {
            return target(word)
        }
        // `--token=…` and `a=1&token=…` read like a query.
        let start = word.prefix { "-\"'".contains($0) }
        return String(start + target("?" + word.dropFirst(start.count)).dropFirst())
    }

    /// `Name: value`, if the value is a secret.
    private func header(_ word: String) -> String? {
        guard let colon = word.firstIndex(of: ":") else { return nil }
        let name = String(word[..<colon])
        let value = word[word.index(after: colon)...]
        let space = value.prefix { $0 == " " }
        let rest = String(value.dropFirst(space.count))
        let shown = header(name: name, value: rest)
        return name.utf8.allSatisfy(\.isInHeaderName) && shown != rest ? "\(name):\(space)\(shown)" : nil
    }

    private func hidden(_ word: String) -> String { header(name: "X-Secret", value: word) }

    /// `--access-token`, `-u`, `Bearer`.
    private static func announcesSecret(_ word: String) -> Bool {
        let word = word.drop { "\"'".contains($0) }
        if ["-u", "--user", "--proxy-user", "Bearer", "Basic"].contains(word) { return true }
        guard word.hasPrefix("-"), !word.contains("="), let last = word.split(separator: "-").last else { return false }
        let names = SecretNames.query.union(.members)
        return names.contains(String(word)) || names.contains(String(last))
    }

    private static func quoted(_ word: String) -> String {
        let isBare = !word.isEmpty && word.utf8.allSatisfy(\.isBareInShell)
        return isBare ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
    }
}

extension UInt8 {
    fileprivate var isInHeaderName: Bool { isAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
    fileprivate var isBareInShell: Bool { isAlphanumeric || self >= 0x80 || "-_./:=@%+,".utf8.contains(self) }
}

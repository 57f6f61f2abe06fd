/// Tells members that hold one of a few words, as a state or a role is, from those that hold any.
struct FewWords: Sendable {
    /// What somebody says is such a member.
    var declared: [DriftPlace] = []

    /// More different words than that are no enumeration's.
    private static let most = 32

    func isDeclared(_ place: DriftPlace) -> Bool { declared.contains { $0.covers(place) } }

    /// Whether what was seen says so: the same few words again and again, where things are many, or more than one of
    /// them where there is one thing.
    func areSeen(at place: DriftPlace, _ facts: BodyShape.Facts) -> Bool {
        guard facts.forms == [.word] || facts.forms == [.capitalized], !facts.words.isEmpty,
            facts.words.count <= Self.most
        else { return false }
        guard facts.count >= 3, facts.words.count * 2 <= facts.count else { return false }
        return (facts.isMany || facts.words.count > 1) && place.name.map(Self.isFree) != true
    }

    /// Whether members of such a name hold what people write, or name things by: `user_name`, `city`, `tags`.
    private static func isFree(_ name: String) -> Bool { free.contains(lastWord(of: name)) }

    /// `name` of `user_name` and of `userName`.
    private static func lastWord(of name: String) -> String {
        var word = ""
        for character in name.reversed() {
            if character == "_" || character == "-" || character == " " { break }
            word.insert(Character(character.lowercased()), at: word.startIndex)
            if character.isUppercase, name.contains(where: \.isLowercase) { break }
        }
        return word
    }

    private static let free: Set<String> = [
        "alias", "assignee", "author", "body", "city", "comment", "company", "content", "country", "description",
        "firstname", "handle", "id",
        "key", "keyword", "keywords", "label", "lastname", "login", "message", "name", "names", "nick", "nickname",
        "note", "notes", "owner", "query", "slug", "street", "subject", "summary", "tag", "tags", "text", "title",
        "town", "user", "username", "word", "words",
    ]
}

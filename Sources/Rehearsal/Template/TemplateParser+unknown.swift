/// What other languages of templates have, and what was only mistyped: each is named, with what to write instead.
extension TemplateParser {
    /// An error about a word that names no source.
    func unknown(_ token: Range<Int>) -> Template.Malformed {
        let written = quoted(token)
        switch bytes[token.lowerBound] {
        case UInt8(ascii: "{"):
            let fix = #"write {{ "{" }} before it for a brace that is meant as text"#
            return malformed(token, "a third brace", fix: fix)
        case UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: "^"), UInt8(ascii: ">"), UInt8(ascii: "!"):
            let fix = "write an endpoint for each case, told apart by \"when\""
            return malformed(token, "\(written): templates have no blocks, partials or comments", fix: fix)
        default: break
        }
        let sign = bytes[token].drop { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "@") }
        let head = text(sign.startIndex..<(sign.firstIndex(where: Self.endsHead) ?? sign.endIndex))
        let rest = text((sign.startIndex + head.utf8.count)..<token.upperBound)
        if let exact = known(head, rest) { return malformed(token, exact.problem, fix: exact.fix) }
        return malformed(token, "\(written) names nothing", fix: suggestion(head, rest))
    }

    private static func endsHead(_ byte: UInt8) -> Bool {
        [UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "/")].contains(byte)
    }

    /// A name that is one, but lacks something or has too much.
    private func known(_ head: String, _ rest: String) -> (problem: String, fix: String)? {
        if Self.dotted[head] != nil {
            return ("\"\(head)\" has a name after a dot", "write it as in {{\(head).id}}")
        }
        if head == "body", !rest.isEmpty {
            return ("a place in the body has a dot and a slash before it", "write it as in {{body./id}}")
        }
        guard !rest.isEmpty, Self.plain[head] != nil || head == "now" || head == "random" else { return nil }
        let use = head == "random" ? "random 1 100" : head
        return ("\"\(head)\" has no parts", "write {{\(use)}}")
    }

    private func suggestion(_ head: String, _ rest: String) -> String {
        if let fix = Self.foreign[head.lowercased()] { return fix }
        let names = Set(Self.dotted.keys).union(Self.plain.keys).union(["now", "random"]).sorted()
        guard let nearest = NearestName.of(head, in: names) else {
            return "the names are path.NAME, query.NAME, header.NAME, cookie.NAME, form.NAME, body, body./POINTER, "
                + "state.NAME, count, uuid, random MIN MAX, now, baseURL, method, url, pathname and segment.N"
        }
        switch nearest {
        case "random": return "did you mean {{random 1 100}}?"
        case "body" where !rest.isEmpty: return "did you mean \"body./POINTER\"?"
        case _ where Self.dotted[nearest] == nil || (nearest == "state" && rest.isEmpty):
            return "did you mean \"\(nearest)\"?"
        default:
            let name = rest.utf8.count > 1 && rest.utf8.count <= 40 && rest.hasPrefix(".") ? rest : ".NAME"
            return "did you mean \"\(nearest)\(name)\"?"
        }
    }

    /// What others call it, in lower case.
    private static let foreign: [String: String] = [
        "request":
            "name the part itself: {{path.id}}, {{query.q}}, {{header.Accept}}, {{body./id}}, {{method}} or {{url}}",
        "params": "write {{path.id}} for a part of the path, {{query.q}} for a parameter of the query",
        "pathparam": "write {{path.id}}", "urlparam": "write {{path.id}}",
        "queryparam": "write {{query.q}}", "queryparams": "write {{query.q}}",
        "guid": "write {{uuid}}", "randomuuid": "write {{uuid}}", "randomvalue": "write {{uuid}} or {{random 1 100}}",
        "randomint": "write {{random 1 100}}", "faker": "write {{random 1 100}} or {{uuid}}",
        "timestamp": "write {{now | unix}}", "isotimestamp": "write {{now}}",
        "date": "write {{now | date}}", "time": "write {{now}}",
        "jsonpath": "write a JSON pointer: {{body./id}}", "json": "write a JSON pointer: {{body./id}}",
        "host": "write {{header.Host}}, or {{baseURL}} for a link to this server", "origin": "write {{baseURL}}",
        "parameters": "write {{state.x}} for a variable, {{path.id}} or {{query.q}} for a part of the request",
        "if": "write an endpoint for each case, told apart by \"when\"",
        "else": "write an endpoint for each case, told apart by \"when\"",
    ]
}

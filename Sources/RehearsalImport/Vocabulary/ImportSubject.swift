import Rehearsal
import RehearsalDocuments

/// The part of a request that a matcher of an imported file is about.
enum ImportSubject {
    case query(String)
    case header(String)
    case cookie(String)
    case form(String)
    case path(String)
    case url
    case body
    case place(JSON.Pointer)

    /// The condition that asks this of it.
    func condition(_ value: Scenario.Condition.Value) -> Scenario.Condition {
        switch self {
        case .query(let name): Scenario.Condition(query: [.init(name, value)])
        case .header(let name): Scenario.Condition(headers: [.init(name, value)])
        case .cookie(let name): Scenario.Condition(cookies: [.init(name, value)])
        case .form(let name): Scenario.Condition(form: [.init(name, value)])
        case .path(let name): Scenario.Condition(path: [.init(name, value)])
        case .url: Scenario.Condition(url: value)
        case .body: Scenario.Condition(body: [.text(value)])
        case .place(let pointer): Scenario.Condition(body: [.at(pointer, .holds(value))])
        }
    }

    /// The condition that it is a document: nil for what holds none.
    func condition(_ document: JSON) -> Scenario.Condition? {
        switch self {
        case .body: Scenario.Condition(body: [.json(document)])
        case .place(let pointer): Scenario.Condition(body: [.at(pointer, .equals(document))])
        default: nil
        }
    }
}

extension Scenario.Condition {
    /// Whether it asks for nothing.
    var asksNothing: Bool { self == Scenario.Condition() }

    /// All of several conditions and a first one; nil if one of them cannot be said.
    static func all<Part>(
        of parts: some Sequence<Part>,
        from first: Scenario.Condition = Scenario.Condition(),
        _ condition: (Part) -> Scenario.Condition?,
    ) -> Scenario.Condition? {
        var all = first
        for part in parts {
            guard let condition = condition(part) else { return nil }
            all = all.and(condition)
        }
        return all
    }

    /// Both of them, as one that a document can say.
    func and(_ other: Scenario.Condition) -> Scenario.Condition {
        if asksNothing { return other }
        if other.asksNothing { return self }
        var both = self
        both.query += other.query
        both.headers += other.headers
        both.cookies += other.cookies
        both.form += other.form
        both.path += other.path
        both.state += other.state
        both.body += other.body
        both.all += other.all
        both.not += other.not
        if both.any.isEmpty {
            both.any = other.any
        } else if !other.any.isEmpty {
            both.all.append(Scenario.Condition(any: other.any))
        }
        if both.url == nil { both.url = other.url }
        let keepsURL = other.url == nil || url == nil
        if keepsURL, both.document != nil { return both }
        both = self
        both.all.append(other)
        return both
    }
}

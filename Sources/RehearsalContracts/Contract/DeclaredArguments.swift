public import Rehearsal

/// The declared arguments of an operation, and their places in its requests.
///
/// With them, rules can call the operation with other arguments.
public struct DeclaredArguments: Sendable, Hashable {
    /// The arguments of a call, as an object.
    public var values: JSON
    /// The names of the arguments that are sent in the query, by the name of the parameter: `["q": "query"]`.
    public var query: [String: String]
    /// The names of the arguments that are sent in a header field, by the name of the field.
    public var headers: [String: String]
    /// The arguments with which the client must not send a request, by a name for the report: new values by argument.
    public var invalid: [String: JSON]

    /// Creates the arguments: `.init(["hours": 2], invalid: ["no hours": ["hours": 0]])`.
    public init(
        _ values: JSON = [:],
        query: [String: String] = [:],
        headers: [String: String] = [:],
        invalid: [String: JSON] = [:],
    ) {
        (self.values, self.query, self.headers, self.invalid) = (values, query, headers, invalid)
    }
}

extension DeclaredArguments {
    /// Returns the text of an argument; nil if there is none or it is not a text.
    func text(_ name: String) -> String? {
        if case .string(let text)? = values[name] { text } else { nil }
    }

    /// Returns the arguments, with the values of some of them replaced.
    func replacing(_ others: JSON) -> JSON {
        guard case .object(var members) = values, case .object(let others) = others else { return values }
        for other in others {
            members.removeAll { $0.name == other.name }
            members.append(other)
        }
        return .object(members)
    }

    /// The first mistake in the declared places or in the invalid arguments, as a message; nil if there is none.
    var problem: String? {
        for name in query.values.sorted() + headers.values.sorted() where text(name) == nil {
            return "has the argument \(name.debugDescription) in a request, but no text argument with this name"
        }
        for (name, values) in invalid.sorted(by: { $0.key < $1.key }) {
            if !name.isClauseName {
                return "has the invalid arguments \(name.debugDescription): not \(String.clauseName)"
            }
            guard case .object(let members) = values, !members.isEmpty else {
                return "has the invalid arguments \(name.debugDescription), which are not an object of new values"
            }
        }
        return nil
    }
}

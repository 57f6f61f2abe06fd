extension Template {
    /// What has to be known of a request and of the run before a template can be rendered.
    package struct Needs: OptionSet, Sendable, Hashable {
        package let rawValue: UInt16

        package init(rawValue: UInt16) { self.rawValue = rawValue }

        /// What the placeholders of the path took.
        package static let path = Needs(rawValue: 1)
        package static let query = Needs(rawValue: 2)
        /// Header fields, cookies among them.
        package static let headers = Needs(rawValue: 4)
        /// All of the body, as text, JSON or a form.
        package static let body = Needs(rawValue: 8)
        /// Variables of the scenario.
        package static let state = Needs(rawValue: 16)
        /// How many requests the endpoint has had.
        package static let count = Needs(rawValue: 32)
        /// Draws, which differ from run to run unless the seed is the same.
        package static let randomness = Needs(rawValue: 64)
        /// The time of day.
        package static let time = Needs(rawValue: 128)
        /// Where the server can be reached.
        package static let baseURL = Needs(rawValue: 256)
        /// The method and the target as they were sent.
        package static let requestLine = Needs(rawValue: 512)
    }
}

extension Template.Source {
    /// What has to be known to fill it in.
    package var needs: Template.Needs {
        switch self {
        case .path: .path
        case .query: .query
        case .header, .cookie: .headers
        case .form, .body, .bodyPointer: .body
        case .state: .state
        case .count: .count
        case .uuid, .random: .randomness
        case .now: .time
        case .baseURL: .baseURL
        case .method, .url, .pathname, .segment: .requestLine
        case .literal: []
        }
    }
}

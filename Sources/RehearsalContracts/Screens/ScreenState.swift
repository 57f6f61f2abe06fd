package import Rehearsal

/// The state that a screen shows at one moment, as reported by its view model, interactor or presenter.
public struct ScreenState: Sendable {
    /// Whether the screen shows that a request is in progress.
    public var isLoading: Bool
    /// The content that the screen shows, described by reflection in reports; nil for none.
    public var value: (any Sendable)?
    /// The error message that the screen shows; nil for none.
    public var error: String?
    /// Whether the screen marks its content as stale.
    public var isStale: Bool

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - value: the content that the screen shows; nil for none.
    ///   - isLoading: whether the screen shows that a request is in progress.
    ///   - error: the error message that the screen shows; nil for none.
    ///   - isStale: whether the screen marks its content as stale.
    public init(value: (any Sendable)?, isLoading: Bool, error: String?, isStale: Bool = false) {
        (self.isLoading, self.value, self.error, self.isStale) = (isLoading, value, error, isStale)
    }
}

/// A state of a screen after one step of a promise, as it is sent to the harness.
package struct ScreenStep: Sendable, Hashable {
    /// The step after which the screen had the state.
    package var name: Name
    package var isLoading = false
    package var value = JSON.null
    package var error: String?
    package var isStale = false
    /// The identifiers of the rows, in the order of the screen; nil if the screen declares none.
    package var rows: [String]?

    package init(_ name: Name) { self.name = name }

    /// A step of a promise.
    package enum Name: String, Sendable, Hashable {
        /// The screen has been created.
        case initial
        /// A load has failed.
        case failed
        /// A load has succeeded.
        case loaded
        /// A load has failed after another one succeeded.
        case failedAgain
        /// A second load has succeeded.
        case loadedAgain
        /// The next rows have been loaded.
        case loadedMore
        /// A load has returned the newer reply.
        case newer
        /// A load on another screen has returned the older reply.
        case older
        /// The older reply has arrived after the newer one.
        case overtaken
        /// A load is in progress.
        case loading
        /// The user has left the screen.
        case left
        /// The user has logged out.
        case loggedOut
        /// Rows have been deleted.
        case deleted
        /// The deletion of a row has failed.
        case deletionFailed
    }
}

extension ScreenStep {
    /// Creates a step from its JSON; nil if the JSON is not valid.
    init?(_ json: JSON) {
        guard case .string(let text)? = json["step"], let name = Name(rawValue: text) else { return nil }
        self.init(name)
        if case .bool(let flag)? = json["isLoading"] { isLoading = flag }
        if case .bool(let flag)? = json["isStale"] { isStale = flag }
        if case .string(let message)? = json["error"] { error = message }
        value = json["value"] ?? .null
        if case .array(let elements)? = json["rows"] {
            rows = elements.map { element in
                if case .string(let id) = element { id } else { String(decoding: element.bytes(), as: UTF8.self) }
            }
        }
    }

    /// The step as JSON.
    package var json: JSON {
        var members: [JSON.Member] = [
            .init("step", .string(name.rawValue)), .init("isLoading", .bool(isLoading)), .init("value", value),
            .init("error", error.map(JSON.string) ?? .null), .init("isStale", .bool(isStale)),
        ]
        if let rows { members.append(.init("rows", .array(rows.map(JSON.string)))) }
        return .object(members)
    }
}

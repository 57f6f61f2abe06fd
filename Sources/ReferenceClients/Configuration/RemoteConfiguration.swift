/// What a backend can change in an app that is installed already.
public struct RemoteConfiguration: Sendable, Hashable {
    /// The oldest version of the app that still works; an older one asks to be updated.
    public var minimumVersion: String
    /// How many items a page of a list has.
    public var pageSize: Int
    /// What is switched on and off, by name.
    public var features: [String: Bool]

    /// A configuration; what is not said is as the app was built.
    public init(minimumVersion: String = "1.0", pageSize: Int = 20, features: [String: Bool] = [:]) {
        self.minimumVersion = minimumVersion
        self.pageSize = pageSize
        self.features = features
    }

    /// Whether a feature is on; one that nobody has heard of is not.
    public func isOn(_ feature: String) -> Bool { features[feature] ?? false }
}

/// A configuration as the backend writes it: only what is to be other than in the app.
struct RemoteConfigurationDTO: Decodable {
    var minimumVersion: String?
    var pageSize: Int?
    var features: [String: Bool]?

    private enum CodingKeys: String, CodingKey {
        case minimumVersion = "minimum_version"
        case pageSize = "page_size"
        case features
    }

    /// What holds with it: a feature that it does not name stays as the app was built.
    func configuration(over defaults: RemoteConfiguration) -> RemoteConfiguration {
        RemoteConfiguration(
            minimumVersion: minimumVersion ?? defaults.minimumVersion,
            pageSize: pageSize ?? defaults.pageSize,
            features: defaults.features.merging(features ?? [:]) { $1 }
        )
    }
}

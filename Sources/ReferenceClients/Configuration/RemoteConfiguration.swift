/// The settings of an installed app that its backend can change.
public struct RemoteConfiguration: Sendable, Hashable {
    /// The oldest supported version of the app; an older one asks the user to update.
    public var minimumVersion: String
    /// The number of items on a page of a list.
    public var pageSize: Int
    /// The state of each feature, by name.
    public var features: [String: Bool]

    /// Creates a configuration; omitted settings have the built-in values.
    public init(minimumVersion: String = "1.0", pageSize: Int = 20, features: [String: Bool] = [:]) {
        self.minimumVersion = minimumVersion
        self.pageSize = pageSize
        self.features = features
    }

    /// Returns whether a feature is on; an unknown feature is off.
    public func isOn(_ feature: String) -> Bool { features[feature] ?? false }
}

/// A configuration in the JSON of the backend, which contains only changed settings.
struct RemoteConfigurationDTO: Decodable {
    var minimumVersion: String?
    var pageSize: Int?
    var features: [String: Bool]?

    private enum CodingKeys: String, CodingKey {
        case minimumVersion = "minimum_version"
        case pageSize = "page_size"
        case features
    }

    /// Returns the defaults with the changed settings applied.
    func configuration(over defaults: RemoteConfiguration) -> RemoteConfiguration {
        RemoteConfiguration(
            minimumVersion: minimumVersion ?? defaults.minimumVersion,
            pageSize: pageSize ?? defaults.pageSize,
            features: defaults.features.merging(features ?? [:]) { $1 }
        )
    }
}

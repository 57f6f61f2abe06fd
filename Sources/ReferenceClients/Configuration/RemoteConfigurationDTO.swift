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

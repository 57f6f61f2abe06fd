extension FuzzTarget {
    /// Every target. A new one needs a file beside this one, a line here, and a folder of seeds with its name.
    package static let all: [FuzzTarget] = [
        .json,
        .yaml,
        .jsonpath,
        .schemas,
        .openAPI,
        .contracts,
        .har,
        .recordings,
        .scenario,
        .importing,
        .paths,
        .patterns,
        .templates,
        .requests,
        .bodies,
        .rendering,
        .policies,
        .server,
    ]

    /// Returns the target with a name.
    package static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

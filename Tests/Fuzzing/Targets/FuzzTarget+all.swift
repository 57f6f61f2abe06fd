extension FuzzTarget {
    /// Every target. A new one is a file beside this one, a line in here, and a folder of seeds that has its name.
    package static let all: [FuzzTarget] = [
        .json,
        .jsonpath,
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

    /// The target of that name.
    package static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

import ReferenceClients

/// An account lies in a store as the app keeps it.
extension UserEntity: KeptDocument {
    init(_ value: UserEntity) { self = value }

    func value() -> UserEntity { self }
}

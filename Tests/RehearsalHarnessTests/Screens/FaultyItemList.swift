import ReferenceClients
import ReferenceSubject
import RehearsalContracts

/// A view model of a list of items that breaks the promise of one template; nil for none.
@MainActor
final class FaultyItemList {
    private(set) var items: [Item] = []
    private(set) var isLoading = false
    private(set) var error: String?

    private let service: any FeatureServiceProtocol
    private let fault: ScreenTemplate?
    private var newest = 0

    init(_ service: any FeatureServiceProtocol, breaking fault: ScreenTemplate?) {
        (self.service, self.fault) = (service, fault)
    }

    var state: ScreenState {
        ScreenState(value: items.isEmpty ? nil : items, isLoading: isLoading, error: error)
    }

    func load() async {
        newest += 1
        let number = newest
        isLoading = true
        if fault != .errorClearedBySuccess { error = nil }
        let result: Result<[Item], any Error>
        do { result = .success(try await service.fetchItems()) } catch { result = .failure(error) }
        guard number == newest || fault == .latestWins else { return }
        isLoading = false
        switch result {
        case .success(let new): items = fault == .noDuplicateRows ? items + new : new
        case .failure(is CancellationError): if fault == .cancelledIsNotAnError { error = "The request was cancelled." }
        case .failure: if fault != .failureIsShown { error = "The list could not be loaded." }
        }
    }

    func delete(_ ids: [Item.ID]) async {
        let positions = ids.compactMap { id in items.firstIndex { $0.id == id } }
        for (id, position) in zip(ids, positions) {
            let selected = fault == .deleteByIdentity ? items[position].id : id
            let old = items
            items.removeAll { $0.id == selected }
            do { try await service.deleteItem(id: selected) } catch {
                if fault != .rollsBackOnFailure { items = old }
                self.error = "The item could not be deleted."
            }
        }
    }

    func logOut() {
        newest += 1
        if fault != .forgetsOnLogout { (items, isLoading, error) = ([], false, nil) }
    }
}

extension Contract where Subject == FeaturesServices {
    /// The contract of the features app with one screen, which breaks the promise of a template; nil for none.
    static func screen(breaking fault: ScreenTemplate?) -> Contract {
        var contract = Contract.features
        contract.promises =
            Screen.screen(
                "faulty",
                of: "fetchItems",
                make: { FaultyItemList($0.items, breaking: fault) },
                load: { await $0.load() },
                state: { $0.state },
                logOut: { $1.logOut() },
                rows: ScreenRows({ $0.items.map(\.id) }, deletedBy: "deleteItem") { await $0.delete($1) }
            ).promises
        return contract
    }
}

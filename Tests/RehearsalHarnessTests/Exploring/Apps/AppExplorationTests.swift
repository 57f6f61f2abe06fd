import Foundation
import RehearsalContracts
import RehearsalHarness
import RehearsalReports
import TestAdmission
import Testing

@Suite("Exploration of the five apps", .limitedConcurrency)
struct AppExplorationTests {
    /// The number of schedules of each search. The environment gives that of a long search:
    ///
    /// `REHEARSAL_APP_SCHEDULES=30000 swift test -c release -Xswiftc -enable-testing --filter AppExplorationTests`
    private static let count =
        ProcessInfo.processInfo.environment["REHEARSAL_APP_SCHEDULES"].flatMap(Int.init) ?? 300

    @Test("A search of an app has no finding.", arguments: ExploredApp.all)
    func search(_ app: ExploredApp) async throws {
        var options = Explorer.Options()
        // The schedules of a random search depend on the seed alone.
        (options.schedules, options.strategy) = (Self.count, .random)
        let report = try await Explorer(app.subject(nil), app.exploration, options).run()
        #expect(report.progress.schedules == Self.count)
        let findings =
            report.findings.map { $0.lines.joined(separator: "\n") }
            + report.flaky.map { "flaky: " + $0.finding.lines.joined(separator: "\n") }
        #expect(findings == [])
    }

    /// The defects of apps, each with the property of the app that finds it, and the seed of a short search.
    private static let defects: [(String, TransportDefect, UInt64)] = [
        ("PARK-01", .repeatsWrites, 1), ("PARK-02", .keepsReplies, 1), ("SHOP-01", .repeatsWrites, 1),
        ("SHOP-02", .keepsReplies, 1), ("SHOP-03", .keepsReplies, 1), ("USERS-01", .keepsReplies, 1),
        ("BOUND-01", .changesKeys, 1), ("BOUND-02", .repeatsWrites, 1), ("BOUND-03", .repeatsWrites, 1),
        ("FEAT-01", .keepsReplies, 1), ("FEAT-02", .repeatsWrites, 1), ("FEAT-03", .ignoresRejections, 1),
        ("CONF-01", .returnsToFirstReply, 1), ("CART-01", .dropsFailedLine, 3),
    ]

    @Test("A property of an app finds a defect of the app.", arguments: defects)
    func defect(_ property: String, _ defect: TransportDefect, _ seed: UInt64) async throws {
        let app = try #require(ExploredApp.all.first { $0.exploration.properties.map(\.id).contains(property) })
        var options = Explorer.Options()
        (options.schedules, options.strategy, options.properties) = (150, .random, [property])
        (options.stopsAtFirst, options.seed) = (true, seed)
        let report = try await Explorer(app.subject(defect), app.exploration, options).run()
        let finding = try #require(report.findings.first, Comment(rawValue: report.lines.joined(separator: "\n")))
        #expect(finding.property == property)
        let contract = ExploredContract(app.subject(nil).declaration, app.exploration)
        let own = try #require(Property.all(of: app.exploration).first { $0.id == property })
        for present in [defect, nil] {
            let history = try await ScheduleRunner(app.subject(present), app.exploration).run(finding.schedule)
            #expect(own.check(history, contract).isEmpty == (present == nil), "\(finding.schedule)")
        }
    }

    /// The schedules that have shown a defect of an app or of a property.
    private static let schedules: [(String, Schedule)] = [
        // The status of a refresh was reported as that of the deletion.
        (
            "shop",
            Schedule([
                .init(.call(.init("getProduct"))), .init(.call(.init("getProduct"))), .init(.call(.init("getProduct"))),
                .init(.call(.init("deleteUser")), [.replyLost, .normal, .status(404)]),
            ])
        ),
        // The attempts and the waits began anew after a refresh.
        (
            "shop",
            Schedule([
                .init(.call(.init("deleteUser")), [.requestLost, .status(401), .normal, .requestLost, .requestLost])
            ])
        ),
        (
            "parking",
            Schedule([
                .init(.call(.init("cancelReservation")), [.requestLost, .status(401), .normal, .requestLost])
            ])
        ),
        // PROP-10 forgot after an accepted token that the server had used up the refresh token.
        (
            "parking",
            Schedule([
                .init(.call(.init("createReservation")), [.status(401), .replyLost]),
                .init(.call(.init("createReservation"))),
                .init(.call(.init("fetchParkingSpots")), [.status(401), .status(404)]),
                .init(.call(.init("createReservation"))), .init(.call(.init("createReservation"))),
            ])
        ),
        (
            "shop",
            Schedule([
                .init(.call(.init("getUsers")), [.status(401), .replyLost]), .init(.call(.init("getUsers"))),
                .init(.call(.init("getProducts")), [.status(401), .status(404)]), .init(.call(.init("getUsers"))),
                .init(.call(.init("updateUser"))),
            ])
        ),
        // The contract did not declare the type of the error.
        ("features", Schedule([.init(.call(.init("submitData"))), .init(.call(.init("submitData")))])),
    ]

    @Test("A schedule that has shown a defect shows none.", arguments: schedules)
    func regression(_ name: String, _ schedule: Schedule) async throws {
        let app = try #require(ExploredApp.all.first { $0.description == name })
        let history = try await ScheduleRunner(app.subject(nil), app.exploration).run(schedule)
        let contract = ExploredContract(app.subject(nil).declaration, app.exploration)
        for property in Property.all(of: app.exploration) {
            #expect(property.check(history, contract) == [], "\(property.id)")
        }
    }

    @Test("Each property of an app has a defect.")
    func coverage() {
        let properties = ExploredApp.all.flatMap(\.exploration.properties).map(\.id)
        #expect(Set(properties) == Set(Self.defects.map(\.0)))
        #expect(Set(properties).count == properties.count)
    }
}

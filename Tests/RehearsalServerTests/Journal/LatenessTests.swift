import RehearsalPlatform

// The kernel reports how long bytes lay unread on Linux only.
#if os(Linux)
    import Rehearsal
    import RehearsalServer
    import RehearsalTestSupport
    import TestAdmission
    import Testing

    @Suite("The lateness of an exchange", .limitedConcurrency)
    struct LatenessTests {
        private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

        private static func backend(
            measuring: Bool,
            delay: Duration = .zero,
            on kind: PollerKind
        ) throws -> Backend {
            var options = BothLoops.options(kind)
            // The loop is not shared: a test that holds it makes every request late.
            options.loops = try LoopGroup(threads: 1, poller: kind)
            options.measuresLateness = measuring
            let reply = Scenario.Reply(delay: .fixed(delay))
            return try Backend.start(Scenario("test", endpoints: [.any("/**", replies: [reply])]), options: options)
        }

        /// Sends a request and holds the loop for a tenth of a second after that.
        private static func sendUnread(_ client: RawClient, to sut: Backend) async {
            await sut.withHeldLoops {
                await client.send(request)
                _ = await client.isSilent(milliseconds: 100)
            }
        }

        @Test(
            "The journal records the time for which a request lay unread because the loop was busy.",
            arguments: PollerKind.allCases
        )
        func unread(_ kind: PollerKind) async throws {
            let sut = try Self.backend(measuring: true, on: kind)
            let client = try await RawClient(port: sut.port)
            for _ in 0..<2 {
                await Self.sendUnread(client, to: sut)
                #expect(await client.response()?.status == 200)
            }
            await sut.journal.settled()
            // The kernel counts in steps of a few milliseconds.
            #expect(sut.journal.entries.map { $0.latency >= .milliseconds(80) } == [true, true])
        }

        @Test(
            "The journal records the time for which a request lay unread before its connection was accepted.",
            arguments: PollerKind.allCases
        )
        func unaccepted(_ kind: PollerKind) async throws {
            let sut = try Self.backend(measuring: true, on: kind)
            let client = try await sut.withHeldLoops {
                let client = try await RawClient(port: sut.port)
                await client.send(Self.request)
                _ = await client.isSilent(milliseconds: 100)
                return client
            }
            #expect(await client.response()?.status == 200)
            await sut.journal.settled()
            #expect(try #require(sut.journal.entries.first).latency >= .milliseconds(80))
        }

        @Test(
            "The journal records the time by which a busy loop sent a reply too late.",
            arguments: PollerKind.allCases
        )
        func due(_ kind: PollerKind) async throws {
            // A machine that sends the reply before the loop is held proves nothing: retry with more time.
            for milliseconds: Int32 in [500, 5_000, 50_000] {
                let delay = Duration.milliseconds(Int64(milliseconds))
                let sut = try Self.backend(measuring: true, delay: delay, on: kind)
                let client = try await RawClient(port: sut.port)
                await client.send(Self.request)
                try await sut.wait(for: .get("/"), within: .seconds(300))
                let isInTime = await sut.withHeldLoops { await client.isSilent(milliseconds: milliseconds + 100) }
                guard isInTime else { continue }
                #expect(await client.response()?.status == 200)
                await sut.journal.settled()
                #expect(try #require(sut.journal.entries.first).latency >= .milliseconds(100))
                return
            }
            Issue.record("no loop was held before a reply was due in 50 s")
        }

        @Test("A backend without the option measures no lateness.", arguments: PollerKind.allCases)
        func unmeasured(_ kind: PollerKind) async throws {
            let sut = try Self.backend(measuring: false, delay: .milliseconds(1), on: kind)
            let client = try await RawClient(port: sut.port)
            await Self.sendUnread(client, to: sut)
            #expect(await client.response()?.status == 200)
            await sut.journal.settled()
            #expect(sut.journal.entries.map(\.latency) == [.zero])
        }
    }
#endif

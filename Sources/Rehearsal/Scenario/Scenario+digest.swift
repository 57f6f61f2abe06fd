extension Scenario {
    /// A number for what this scenario does (FNV-1a, 64 bits): two scenarios that answer differently differ in it.
    ///
    /// Names, summaries and the places of endpoints are left out, so that moving a file changes nothing.
    package var digest: UInt64 {
        var hash = Digest()
        hash.add(seed.map(String.init) ?? "")
        for endpoint in endpoints {
            hash.add(endpoint.method.rawValue)
            hash.add(endpoint.path.text)
            hash.add("\(endpoint.priority) \(endpoint.layer) \(endpoint.afterLast?.rawValue ?? "")")
            if let when = endpoint.when { hash.add("\(when)") }
            for reply in endpoint.replies { hash.add(reply) }
        }
        return hash.value
    }

    private struct Digest {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325

        /// Each part ends in a byte that UTF-8 never has, so that two parts are never one.
        mutating func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
            value = (value ^ 0xFF) &* 0x100_0000_01B3
        }

        mutating func add(_ text: String) { add(text.utf8) }

        mutating func add(_ reply: Reply) {
            add("\(reply.status) \(reply.times ?? 0) \(reply.delay) \(reply.reason ?? "")")
            for field in reply.headers.fields { add("\(field.name): \(field.value ?? "\u{0}")") }
            add(reply.fault?.description ?? "")
            if let hold = reply.hold { add("\(hold)") }
            switch reply.body {
            case .none: add("none")
            case .json(let json): add(json.bytes())
            case .problem(let json): add([0x70] + json.bytes())
            case .text(let text): add(text)
            case .bytes(let bytes, let type):
                add(type ?? "")
                add(bytes)
            }
        }
    }
}

extension Journal {
    /// The parts of a request that its reply, or the replies to later requests, may repeat.
    package struct RequestEcho: Sendable, Hashable {
        /// The parts that the reply itself may repeat.
        package var repeated: Parts
        /// The parts that the scenario may store, so that later replies may repeat them.
        package var stored: Parts
        /// Whether the reply may repeat stored parts of earlier requests.
        package var repeatsStored: Bool

        /// A set of the parts of a request that may contain secrets.
        package struct Parts: OptionSet, Sendable, Hashable {
            package let rawValue: UInt8

            package init(rawValue: UInt8) { self.rawValue = rawValue }

            package static let target = Parts(rawValue: 1)
            package static let headers = Parts(rawValue: 2)
            package static let body = Parts(rawValue: 4)
            package static let all: Parts = [.target, .headers, .body]
        }

        /// The echo of a static reply, which repeats and stores no part of its request.
        package static let ofStaticReply = RequestEcho(repeated: [], stored: [], repeatsStored: false)
        /// The echo of a reply whose origin is not known, such as a reply of a closure, a policy or the server itself.
        package static let unknown = RequestEcho(repeated: .all, stored: .all, repeatsStored: true)

        package init(repeated: Parts, stored: Parts, repeatsStored: Bool) {
            (self.repeated, self.stored, self.repeatsStored) = (repeated, stored, repeatsStored)
        }

        package mutating func formUnion(_ other: RequestEcho) {
            repeated.formUnion(other.repeated)
            stored.formUnion(other.stored)
            repeatsStored = repeatsStored || other.repeatsStored
        }
    }
}

extension Journal.RequestEcho.Parts {
    /// Creates the set of the parts that templates read.
    fileprivate init(_ needs: Template.Needs) {
        self = []
        if !needs.isDisjoint(with: [.path, .query, .requestLine]) { insert(.target) }
        if needs.contains(.headers) { insert(.headers) }
        if needs.contains(.body) { insert(.body) }
    }
}

extension Journal.RequestEcho {
    /// Creates the echo of a reply from the inputs that its templates and its change of variables read.
    init(reply: Template.Needs, change: Template.Needs) {
        self.init(repeated: Parts(reply), stored: Parts(change), repeatsStored: reply.contains(.state))
    }
}

extension Scenario {
    /// A collection of JSON objects that requests list, create, read, replace, change and delete.
    public struct Resource: Sendable, Hashable {
        /// The path of the collection, without placeholders; each item has one more segment, its id.
        public var path: PathPattern
        /// What is there at the beginning: objects.
        public var items: [JSON]
        /// The member that tells items apart.
        public var id: String
        /// How a list is divided.
        public var paging: Paging
        /// How many items a page has where a request does not say.
        public var pageSize: Int
        /// The member of an object that a list stands in; nil for a list that is the whole document.
        public var envelope: String?
        /// What is made for an item that comes without an id.
        public var ids: IDs

        /// How a list is divided.
        public enum Paging: String, Sendable, Hashable, CaseIterable {
            /// `?page=2&limit=20`, from 1.
            case page
            /// `?offset=20&limit=20`, from 0.
            case offset
            /// Not at all.
            case none
        }

        /// Ids that the backend makes.
        public enum IDs: String, Sendable, Hashable, CaseIterable {
            /// Numbers, one more than the largest there was.
            case integer
            /// UUIDs of version 4, drawn from the seed.
            case uuid
        }

        /// A collection at a path.
        public init(
            at path: PathPattern,
            items: [JSON] = [],
            id: String = "id",
            paging: Paging = .page,
            pageSize: Int = 20,
            envelope: String? = nil,
            ids: IDs = .integer,
        ) {
            self.path = path
            self.items = items
            self.id = id
            self.paging = paging
            self.pageSize = pageSize
            self.envelope = envelope
            self.ids = ids
        }
    }
}

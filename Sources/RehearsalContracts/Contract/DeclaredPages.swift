/// The way in which an operation requests the pages of a list.
///
/// A call of the operation loads all pages and returns all items, unless it is incremental. Its recorded reply is the
/// last page.
public struct DeclaredPages: Sendable, Hashable {
    /// The way in which a request identifies its page.
    public var kind: DeclaredFeatures.Pagination
    /// The query parameter with the token or the number of the page; ignored if pages have links.
    public var parameter: String
    /// The place of the token of the next page in a reply, as a JSON Pointer; only for tokens.
    public var next: String
    /// The place of the items in a reply, as a JSON Pointer; empty if the reply is the array of items.
    public var items: String
    /// The place of the identifier in an item, as a JSON Pointer.
    public var id: String
    /// The number of items of a full page; only for numbered pages.
    public var size: Int
    /// Whether each call loads one more page. Parallel calls then share the request of a page.
    public var isIncremental = false

    package init(
        _ kind: DeclaredFeatures.Pagination,
        parameter: String = "",
        next: String = "",
        items: String = "",
        id: String = "/id",
        size: Int = 20,
    ) {
        (self.kind, self.parameter, self.next, self.items) = (kind, parameter, next, items)
        (self.id, self.size) = (id, size)
    }

    /// These pages, of which each call of the operation loads one more.
    public var incremental: DeclaredPages {
        var pages = self
        pages.isIncremental = true
        return pages
    }

    /// Returns pages that follow a token in the previous reply. A reply with no token or an empty one is the last page.
    public static func token(
        in parameter: String,
        next: String,
        items: String,
        id: String = "/id",
    ) -> DeclaredPages {
        DeclaredPages(.token, parameter: parameter, next: next, items: items, id: id)
    }

    /// Returns numbered pages. A page with fewer items than its size is the last one.
    public static func numbered(
        by parameter: String,
        size: Int,
        items: String = "",
        id: String = "/id",
    ) -> DeclaredPages {
        DeclaredPages(.pageAndLimit, parameter: parameter, items: items, id: id, size: size)
    }

    /// Returns pages whose `Link` field with `rel="next"` is the target of the next page (RFC 8288).
    public static func linked(items: String = "", id: String = "/id") -> DeclaredPages {
        DeclaredPages(.link, items: items, id: id)
    }
}

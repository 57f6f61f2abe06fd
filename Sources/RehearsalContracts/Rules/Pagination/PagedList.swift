import Rehearsal

/// The pages of a made-up list, in the form of the recorded reply of an operation.
struct PagedList: Sendable {
    private let call: OperationContext
    private let pages: DeclaredPages
    private let document: JSONDocument
    private let template: [JSON]
    private let identifier: JSON.Pointer

    /// Creates the list. Throws if the operation declares no pages, or its recorded reply does not have their form.
    init(
        _ call: OperationContext,
        of kinds: DeclaredFeatures.Pagination...,
        isIncremental: Bool = false,
    ) throws {
        guard let pages = call.pages else {
            throw NotApplicableError("the contract does not declare the pages of \(call.name) (pages)")
        }
        if pages.isIncremental != isIncremental {
            let loaded = isIncremental ? "all pages, not the next one" : "the next page, not all pages"
            throw NotApplicableError("a call of \(call.name) loads \(loaded) (pages: incremental)")
        }
        guard kinds.isEmpty || kinds.contains(pages.kind) else {
            throw NotApplicableError(
                "the pages of \(call.name) have the form \(pages.kind), to which the rule does not apply"
            )
        }
        guard let document = call.reply.document, let identifier = JSON.Pointer(pages.id),
            case .array(let items)? = JSON.Pointer(pages.items)?.value(in: document.root.value),
            !items.isEmpty, items.allSatisfy({ identifier.value(in: $0) != nil })
        else {
            let place = "\(pages.items.isEmpty ? "its root" : pages.items)"
            throw NotApplicableError(
                "the recorded reply to \(call.name) has no items with \(pages.id) at \(place) (pages)"
            )
        }
        (self.call, self.pages, self.document, template, self.identifier) = (call, pages, document, items, identifier)
        if let value = call.value, let first = identifier.value(in: items[0]),
            !ValueChange.leaves(of: value).contains(where: { Self.isSame(first, $0.value) })
        {
            throw NotApplicableError("the value of \(call.name) does not contain the identifiers of its items (pages)")
        }
    }

    /// Returns the identifier of the item with this number.
    func id(_ number: Int) -> JSON {
        switch identifier.value(in: template[number % template.count]) {
        case .string(let text)?: .string(text.dropLast(4) + "\(9_000 + number)")
        default: .integer(9_000_001 + number)
        }
    }

    /// Returns a reply with the items of these numbers.
    ///
    /// - Parameter next: the token of the next page; nil for the last page.
    func reply(_ numbers: [Int], next: String?) -> Scenario.Reply {
        var numbers = numbers
        if pages.kind == .pageAndLimit, next != nil, let last = numbers.last {
            // A numbered page is not the last one only if it is full.
            numbers += (numbers.count..<max(numbers.count, pages.size)).map { last * 1_000 + $0 }
        }
        var body = document.applying(
            JSONDocument.Edit(JSON.Pointer(pages.items) ?? identifier, .array(numbers.map(item)))
        )
        if pages.kind == .token, let place = JSON.Pointer(pages.next),
            next != nil || place.value(in: document.root.value) != nil
        {
            let edit = JSONDocument.Edit(place, next.map { .string($0) } ?? place.value(in: document.root.value))
            body = body.flatMap { try? JSONDocument(parsing: $0) }?.applying(edit)
        }
        var reply = call.unstored.makeReply(body: body)
        if pages.kind == .link, let next {
            let token = String(decoding: PercentEncoding.escaped(next.utf8), as: UTF8.self)
            reply.headers.append("Link", "<\(call.path)?rehearsal-page=\(token)>; rel=\"next\"")
        }
        return reply
    }

    /// Returns a test case of one call that receives these replies in turn.
    func testCase(_ replies: [Scenario.Reply]) -> TestCase {
        call.testCase(replies.dropLast().map { $0.times(1) } + replies.suffix(1))
    }

    /// The query parameter that identifies the page.
    var parameter: String { pages.kind == .link ? "rehearsal-page" : pages.parameter }

    /// Expects the value of the call to contain the items of these numbers once each, in order.
    func expectItems(_ exam: inout CaseAssertions, _ numbers: [Int]) {
        guard let value = exam.outcome?.value else { return exam.expectValue("a value with \(numbers.count) items") }
        let ids = Dictionary(numbers.map { ($0, id($0)) }) { first, _ in first }
        let found = ValueChange.leaves(of: value).compactMap { leaf in
            numbers.first { ids[$0].map { Self.isSame($0, leaf.value) } ?? false }
        }
        if found == numbers { return }
        if found.isEmpty, call.value == nil, !numbers.isEmpty {
            return exam.markInconclusive("the value may not contain the identifiers of the items (value)")
        }
        let seen = found.isEmpty ? "none" : names(found)
        exam.fail("expected the items \(names(numbers)) once each and in order, got \(seen)")
    }

    private func names(_ numbers: [Int]) -> String { numbers.map { id($0).brief }.joined(separator: ", ") }

    private func item(_ number: Int) -> JSON {
        let item = template[number % template.count]
        guard let document = try? JSONDocument(parsing: item.bytes()),
            let changed = document.applying(JSONDocument.Edit(identifier, id(number)))
        else { return item }
        return (try? JSON(parsing: changed)) ?? item
    }

    private static func isSame(_ wire: JSON, _ leaf: JSON) -> Bool { WireValue(wire, .int).isRepresented(as: leaf) }
}

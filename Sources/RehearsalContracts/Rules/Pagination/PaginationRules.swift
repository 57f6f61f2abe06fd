/// The rules on pages of lists: PAGE.
enum PaginationRules {
    static let all: [Rule] = []
}

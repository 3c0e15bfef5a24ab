/// The fields of an insight that members have edited. Bits in the database: a released one keeps its meaning.
struct InsightFields: OptionSet, Hashable, Sendable {
    let rawValue: Int64

    static let text = InsightFields(rawValue: 1)
    static let assignee = InsightFields(rawValue: 2)
    static let due = InsightFields(rawValue: 4)
    static let level = InsightFields(rawValue: 8)
    static let state = InsightFields(rawValue: 16)
}

import NexusCore
import NexusDatabase
import NexusIntelligence

/// A question with its route, and the people and the conversation that it names.
struct RoutedQuestion: Sendable {
    var route: QuestionRoute
    /// The members whom the route numbers.
    var people: [AssistantRepository.Person]
    /// The conversation that it is asked about, or that it names; nil for all.
    var place: ConversationID?
    var asker: RecordSelection.Asker

    /// The name of a member; nil if the route numbers none.
    func name(of user: UserID) -> String? { people.first { $0.id == user }?.name }

    /// The people and conversations that a user's questions may name, read once per question.
    struct Directory: Sendable {
        /// People whom a question may name, at most: those of the conversations that changed last.
        static let peopleLimit = 2_000
        /// Conversations whose title a question may name, at most.
        static let titleLimit = 1_000

        private let asker: RecordSelection.Asker
        private let people: [AssistantRepository.Person]
        private let places: [SearchRepository.Place]
        private let conversation: ConversationID?
        private let router: QuestionRouter

        init(
            _ scope: AssistantScope, conversation: ConversationID?, utcOffset: Int, now: Timestamp, _ reader: Reader
        ) throws {
            let zone = WritingZone(utcOffsetMinutes: utcOffset)
            asker = RecordSelection.Asker(scope.user, now: now, zone: zone)
            people = try AssistantRepository.people(
                around: scope.user, in: conversation, limit: Self.peopleLimit, in: reader)
            // A direct conversation has the other person's name.
            let names = Set(people.map(\.name))
            places =
                conversation == nil
                ? Array(scope.places.filter { !names.contains($0.name) }.prefix(Self.titleLimit)) : []
            self.conversation = conversation
            router = QuestionRouter(
                asker: people.first { $0.id == scope.user }?.name, members: people.map(\.name),
                titles: places.map(\.name), now: now, zone: zone)
        }

        /// - Parameter earlier: the question that it continues; nil if it stands by itself.
        func route(_ question: String, continuing earlier: String? = nil) -> RoutedQuestion {
            let route = earlier.map { router.route(question, continuing: $0) } ?? router.route(question)
            return RoutedQuestion(
                route: route, people: people, place: conversation ?? route.place.map { places[$0].id }, asker: asker)
        }
    }
}

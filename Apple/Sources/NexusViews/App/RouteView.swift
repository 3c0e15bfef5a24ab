import NexusClient
import SwiftUI

/// The screen of a route.
struct RouteView: View {
    let route: Route
    let model: AppModel

    var body: some View {
        switch route {
        case .chat(let conversation, let message):
            ChatView(conversation, message: message, services: model.services).id(route)
        case .details(let conversation):
            DetailsView(conversation, services: model.services)
        case .insights(let conversation):
            InsightsView(services: model.services, conversation: conversation)
        case .person(let user):
            PersonView(user, services: model.services)
        case .search:
            SearchView(services: model.services)
        }
    }
}

#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    struct NexusView_Previews: PreviewProvider {
        static var previews: some View {
            PreviewApp { NexusView(services: $0.services) }
                .previewDisplayName("Prompts")
            PreviewApp { _ in ExchangeView(exchange: PreviewData.quoted) }
                .previewDisplayName("Quotes")
            PreviewApp { _ in ExchangeView(exchange: PreviewData.written) }
                .previewDisplayName("Written answer")
            PreviewApp { _ in ExchangeView(exchange: PreviewData.notFound) }
                .previewDisplayName("Not found")
            PreviewApp(PreviewServices(isThinking: true)) { app in
                PreviewHolder(AssistantViewModel(app.services)) { model in
                    AssistantScreenView(model: model).task { await model.ask("When is the launch?") }
                }
            }
            .previewDisplayName("In progress")
            PreviewApp { AIAssistantView(PreviewData.group, services: $0.services) }
                .previewDisplayName("Assistant of a conversation")
        }
    }
#endif

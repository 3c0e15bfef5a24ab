#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    struct NewChatView_Previews: PreviewProvider {
        static var previews: some View {
            PreviewApp { NewChatView(services: $0.services) }
                .previewDisplayName("People")
            PreviewApp(PreviewServices(talks: [], people: [])) { NewChatView(services: $0.services) }
                .previewDisplayName("Nobody")
            PreviewApp(PreviewServices(report: .offline)) { NewChatView(services: $0.services) }
                .previewDisplayName("Offline")
            PreviewApp { app in
                PreviewHolder(NewConversationViewModel.group(app.services)) { model in
                    NewChatScreenView(model: model).task { await model.observe() }
                }
            }
            .previewDisplayName("Group")
        }
    }

    extension NewConversationViewModel {
        static func group(_ services: any NewConversationService) -> NewConversationViewModel {
            let model = NewConversationViewModel(services)
            model.isGroup = true
            model.title = "Launch"
            model.picker.pick(PreviewData.ben)
            return model
        }
    }
#endif

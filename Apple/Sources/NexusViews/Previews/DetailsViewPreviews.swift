#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    struct DetailsView_Previews: PreviewProvider {
        static var previews: some View {
            PreviewApp { DetailsView(PreviewData.group, services: $0.services) }
                .previewDisplayName("Group")
            PreviewApp { DetailsView(PreviewData.direct, services: $0.services) }
                .previewDisplayName("Direct")
            PreviewApp { PersonView(PreviewData.ben.id, services: $0.services) }
                .previewDisplayName("Person")
            PreviewApp(PreviewServices(header: .owned)) { DetailsView(PreviewData.group, services: $0.services) }
                .previewDisplayName("Group of one's own")
            PreviewApp(PreviewServices(header: .blocked)) { DetailsView(PreviewData.direct, services: $0.services) }
                .previewDisplayName("Blocked person")
            PreviewApp(PreviewServices(talks: [])) { DetailsView(PreviewData.group, services: $0.services) }
                .previewDisplayName("Not on this device")
        }
    }

    extension ChatHeader {
        /// A group whose owner the user is.
        static var owned: ChatHeader {
            var may = Abilities()
            (may.rename, may.describe, may.addMembers, may.leave, may.dissolve) = (true, true, true, true, true)
            var ben = Person(user: PreviewData.ben.id, name: PreviewData.ben.name, isOnline: true)
            ben.mayRemove = true
            ben.mayBecome = [.admin]
            var header = ChatHeader(
                id: PreviewData.group, kind: .group, title: "Launch",
                members: [
                    Person(user: PreviewData.ada.id, name: PreviewData.ada.name, role: .owner, isMe: true), ben,
                ], may: may)
            header.about = "Everything for the launch in June"
            header.isPinned = true
            return header
        }

        /// The direct conversation with a person whom the user has blocked.
        static var blocked: ChatHeader {
            var header = ChatHeader(
                id: PreviewData.direct, kind: .direct, title: PreviewData.ben.name, other: PreviewData.ben.id,
                members: [
                    Person(user: PreviewData.ada.id, name: PreviewData.ada.name, isMe: true),
                    Person(user: PreviewData.ben.id, name: PreviewData.ben.name),
                ])
            header.isBlocked = true
            return header
        }
    }
#endif

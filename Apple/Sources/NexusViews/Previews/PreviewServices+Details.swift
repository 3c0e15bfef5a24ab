#if DEBUG
    import NexusClient
    import NexusCore

    extension PreviewServices: ConversationDetailsService, PersonService, MediaViewerService {
        func details(of conversation: ConversationID) async throws(ClientError) -> ChatHeader? {
            header ?? engine.chatHeader(conversation)
        }
        func person(_ id: UserID) async throws(ClientError) -> User {
            guard let user = people.first(where: { $0.id == id }) else { throw failure }
            return user
        }
        func sharedMedia(
            in conversation: ConversationID, before seq: Seq?, limit: Int
        ) async throws(ClientError) -> [SharedMedia] {
            talk(conversation)?.messages.flatMap { message in
                message.attachments.map {
                    SharedMedia(
                        message: message.id, seq: message.seq, sender: message.sender, senderName: PreviewData.ben.name,
                        writtenAt: message.writtenAt, attachment: $0)
                }
            } ?? []
        }
        func rename(_ conversation: ConversationID, to title: String) async throws(ClientError) -> OperationID {
            done()
        }
        func describe(_ group: ConversationID, about: String) async throws(ClientError) -> OperationID { done() }
        func removePicture(of group: ConversationID) async throws(ClientError) -> OperationID { done() }
        func add(_ people: [User], to conversation: ConversationID) async throws(ClientError) -> OperationID { done() }
        func remove(_ user: UserID, from conversation: ConversationID) async throws(ClientError) -> OperationID {
            done()
        }
        func setRole(
            _ role: Member.Role, of user: UserID, in conversation: ConversationID
        ) async throws(ClientError) -> OperationID { done() }
        func dissolve(_ conversation: ConversationID) async throws(ClientError) -> OperationID { done() }
        func setAI(_ isOn: Bool, in conversation: ConversationID) async throws(ClientError) -> OperationID { done() }
        func favour(_ user: UserID, _ isFavourite: Bool) async throws(ClientError) -> OperationID { done() }
        func sharedGroups(with user: UserID) async throws(ClientError) -> [ConversationRow] {
            engine.conversationRows().filter { $0.kind == .group }
        }
        func policy() async throws(ClientError) -> ServerInfo { throw failure }
        func retention(of conversation: ConversationID) async throws(ClientError) -> Retention { throw failure }
        func setRetention(
            _ days: Int, of conversation: ConversationID
        ) async throws(ClientError) -> Retention { throw failure }
        func invitations(all: Bool) async throws(ClientError) -> [Invitation] { throw failure }
        func invite(
            uses: Int, days: Int, conversations: [ConversationID]
        ) async throws(ClientError) -> (invitation: Invitation, link: String) { throw failure }
        func revoke(_ invitation: InvitationID) async throws(ClientError) {}
        func pictures(in conversation: ConversationID) async throws(ClientError) -> [ConversationPicture] { [] }
    }
#endif

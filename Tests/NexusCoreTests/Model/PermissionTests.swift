import NexusCore
import Testing

@Suite("Who may do what")
struct PermissionTests {
    private static let actions: [Permission.Action] = [
        .read, .post, .rename, .addMembers, .leave, .dissolve, .edit(sender: ada), .edit(sender: ben),
        .delete(sender: ada), .delete(sender: ben), .removeMember(ada), .removeMember(ben),
    ]

    private func allowed(_ member: Member, in kind: Conversation.Kind) -> [Permission.Action] {
        PermissionTests.actions.filter { Permission.allows($0, for: member, in: kind) }
    }

    @Test("an owner of a group may do all but touch others' messages and remove themself")
    func owner() {
        #expect(
            allowed(.of(ada, role: .owner), in: .group) == [
                .read, .post, .rename, .addMembers, .leave, .dissolve, .edit(sender: ada), .delete(sender: ada),
                .removeMember(ben),
            ])
    }

    @Test("a member of a group may not remove anybody, nor end it")
    func member() {
        #expect(
            allowed(.of(ada), in: .group) == [
                .read, .post, .rename, .addMembers, .leave, .edit(sender: ada), .delete(sender: ada),
            ])
    }

    @Test(
        "in a direct conversation both may read and write, whatever their role",
        arguments: [Member.Role.owner, .member])
    func direct(role: Member.Role) {
        #expect(
            allowed(.of(ada, role: role), in: .direct) == [.read, .post, .edit(sender: ada), .delete(sender: ada)])
    }

    @Test("somebody who has left may do nothing", arguments: [Conversation.Kind.direct, .group])
    func left(kind: Conversation.Kind) {
        #expect(allowed(.of(ada, left: true, role: .owner), in: kind).isEmpty)
    }
}

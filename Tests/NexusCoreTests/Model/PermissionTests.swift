import NexusCore
import Testing

@Suite("Permissions")
struct PermissionTests {
    private static let actions: [Permission.Action] = [
        .read, .post, .react, .pin, .rename, .describe, .addMembers, .leave, .dissolve, .edit(sender: ada),
        .edit(sender: ben),
        .delete(sender: ada), .delete(sender: ben), .removeMember(ada, .member), .removeMember(ben, .member),
        .removeMember(ben, .admin), .removeMember(ben, .owner), .setRole(ben, from: .member, to: .admin),
        .setRole(ben, from: .admin, to: .member), .setRole(ben, from: .member, to: .owner),
        .setRole(ada, from: .owner, to: .member), .setAI, .addRemoved,
    ]

    private func allowed(_ member: Member, in kind: Conversation.Kind) -> [Permission.Action] {
        PermissionTests.actions.filter { Permission.allows($0, for: member, in: kind) }
    }

    @Test("the owner of a group may do all except edit others' messages and change their own role")
    func owner() {
        #expect(
            allowed(.of(ada, role: .owner), in: .group) == [
                .read, .post, .react, .pin, .rename, .describe, .addMembers, .leave, .dissolve, .edit(sender: ada),
                .delete(sender: ada),
                .delete(sender: ben), .removeMember(ben, .member), .removeMember(ben, .admin),
                .setRole(ben, from: .member, to: .admin), .setRole(ben, from: .admin, to: .member),
                .setRole(ben, from: .member, to: .owner), .setAI, .addRemoved,
            ])
    }

    @Test(
        "an admin may remove ordinary members and delete anyone's messages, but neither set roles nor delete the group"
    )
    func admin() {
        #expect(
            allowed(.of(ada, role: .admin), in: .group) == [
                .read, .post, .react, .pin, .rename, .describe, .addMembers, .leave, .edit(sender: ada),
                .delete(sender: ada),
                .delete(sender: ben), .removeMember(ben, .member), .setAI, .addRemoved,
            ])
    }

    @Test("a member of a group may not pin, remove members or delete it")
    func member() {
        #expect(
            allowed(.of(ada), in: .group) == [
                .read, .post, .react, .rename, .describe, .addMembers, .leave, .edit(sender: ada), .delete(sender: ada),
            ])
    }

    @Test(
        "in a direct conversation both may read, write and pin, regardless of role", arguments: Member.Role.allCases)
    func direct(role: Member.Role) {
        #expect(
            allowed(.of(ada, role: role), in: .direct) == [
                .read, .post, .react, .pin, .edit(sender: ada), .delete(sender: ada), .setAI,
            ])
    }

    @Test("a former member may do nothing", arguments: [Conversation.Kind.direct, .group])
    func left(kind: Conversation.Kind) {
        #expect(allowed(.of(ada, left: true, role: .owner), in: kind).isEmpty)
    }

    @Test("a role is stored by a fixed number, and written as a word", arguments: Member.Role.allCases)
    func words(role: Member.Role) {
        #expect(Member.Role(name: role.name) == role)
        #expect([Member.Role.member, .owner, .admin].map(\.rawValue) == [0, 1, 2])
    }
}

import NexusCore

/// The golden file of each kind of frame. The switches are exhaustive, so a new frame does not compile until it is named
/// here, and fails the tests until it has its file.
enum WireFrameName: String, CaseIterable {
    case clientPost = "client.operation.post"
    case clientEdit = "client.operation.edit"
    case clientDelete = "client.operation.delete"
    case clientReact = "client.operation.react"
    case clientPin = "client.operation.pin"
    case clientReceipt = "client.operation.receipt"
    case clientCreateDirect = "client.operation.createDirect"
    case clientCreateGroup = "client.operation.createGroup"
    case clientRename = "client.operation.rename"
    case clientSetAI = "client.operation.setAI"
    case clientDescribe = "client.operation.describe"
    case clientAddMembers = "client.operation.addMembers"
    case clientRemoveMember = "client.operation.removeMember"
    case clientLeave = "client.operation.leave"
    case clientDissolve = "client.operation.dissolve"
    case clientUpdateProfile = "client.operation.updateProfile"
    case clientUpdateSettings = "client.operation.updateSettings"
    case clientUpdateRelation = "client.operation.updateRelation"
    case clientSetRole = "client.operation.setRole"
    case clientReport = "client.operation.report"
    case clientChangeInsight = "client.operation.changeInsight"
    case clientMakeInsight = "client.operation.makeInsight"
    case clientSplitInsight = "client.operation.splitInsight"
    case clientMergeInsights = "client.operation.mergeInsights"
    case clientDiscover = "client.discover"
    case clientDiscoverAll = "client.discover.all"
    case clientChanges = "client.changes"
    case clientPageBefore = "client.page.before"
    case clientPageAround = "client.page.around"
    case clientOwn = "client.own"
    case clientInsights = "client.insights"
    case clientTyping = "client.typing"
    case clientActivity = "client.activity"
    case serverWelcome = "server.welcome"
    case serverAck = "server.ack"
    case serverRefusalOfOperation = "server.refusal.operation"
    case serverRefusalOfConversation = "server.refusal.conversation"
    case serverRefusalOfFrame = "server.refusal.frame"
    case serverChange = "server.change"
    case serverChanges = "server.changes"
    case serverChangesReset = "server.changes.reset"
    case serverPage = "server.page"
    case serverMoved = "server.moved"
    case serverOwn = "server.own"
    case serverTyping = "server.typing"
    case serverPresence = "server.presence"
    case serverInsights = "server.insights"
    case serverInsightRows = "server.insightRows"
    case serverAssistant = "server.assistant"
    case serverReminders = "server.reminders"
    case serverLagged = "server.lagged"
    case serverRenew = "server.renew"

    init(_ frame: ClientFrame) {
        self =
            switch frame {
            case .operation(let operation): WireFrameName(operation.kind)
            case .discover(since: .some, _): .clientDiscover
            case .discover(since: nil, _): .clientDiscoverAll
            case .changes: .clientChanges
            case .page(let request):
                switch request.anchor {
                case .before: .clientPageBefore
                case .around: .clientPageAround
                }
            case .own: .clientOwn
            case .insights: .clientInsights
            case .typing: .clientTyping
            case .activity: .clientActivity
            }
    }

    init(_ frame: ServerFrame) {
        self =
            switch frame {
            case .welcome: .serverWelcome
            case .ack: .serverAck
            case .refusal(.operation, _): .serverRefusalOfOperation
            case .refusal(.conversation, _): .serverRefusalOfConversation
            case .refusal(.frame, _): .serverRefusalOfFrame
            case .change: .serverChange
            case .changes(let changes): changes.isReset ? .serverChangesReset : .serverChanges
            case .page: .serverPage
            case .moved: .serverMoved
            case .own: .serverOwn
            case .typing: .serverTyping
            case .presence: .serverPresence
            case .insights: .serverInsights
            case .insightRows: .serverInsightRows
            case .assistant: .serverAssistant
            case .reminders: .serverReminders
            case .lagged: .serverLagged
            case .renew: .serverRenew
            }
    }

    private init(_ kind: Operation.Kind) {
        self =
            switch kind {
            case .post: .clientPost
            case .edit: .clientEdit
            case .delete: .clientDelete
            case .react: .clientReact
            case .pin: .clientPin
            case .receipt: .clientReceipt
            case .createDirect: .clientCreateDirect
            case .createGroup: .clientCreateGroup
            case .rename: .clientRename
            case .setAI: .clientSetAI
            case .describe: .clientDescribe
            case .addMembers: .clientAddMembers
            case .removeMember: .clientRemoveMember
            case .leave: .clientLeave
            case .dissolve: .clientDissolve
            case .updateProfile: .clientUpdateProfile
            case .updateSettings: .clientUpdateSettings
            case .updateRelation: .clientUpdateRelation
            case .insight(_, .change): .clientChangeInsight
            case .insight(_, .make): .clientMakeInsight
            case .insight(_, .split): .clientSplitInsight
            case .insight(_, .merge): .clientMergeInsights
            case .report: .clientReport
            case .setRole: .clientSetRole
            }
    }
}

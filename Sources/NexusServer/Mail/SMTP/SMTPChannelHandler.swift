import NIOCore
import NIOSSL
import NIOTLS
import NexusCore

/// Performs the effects of a conversation on its connection. Confined to the channel's event loop.
final class SMTPChannelHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var conversation: SMTPConversation
    private var parser = SMTPReplyParser()
    private let patience: SMTPPatience
    private let makeTLS: () throws -> NIOSSLClientHandler
    private let outcome: EventLoopPromise<[MailID: MailFailure?]>
    private var settled: [MailID: MailFailure?] = [:]
    private var alarm: Scheduled<Void>?
    /// Whether a TLS handshake is under way.
    private var isShaking: Bool
    /// Whether TLS begins in the middle of the connection.
    private var isUpgraded = false
    private var isWaitingForContent = false

    /// - Parameters:
    ///   - isSecured: whether the connection begins with a TLS handshake.
    ///   - outcome: succeeds once the connection has closed.
    init(
        _ conversation: SMTPConversation, isSecured: Bool, patience: SMTPPatience,
        outcome: EventLoopPromise<[MailID: MailFailure?]>, makeTLS: @escaping () throws -> NIOSSLClientHandler
    ) {
        self.conversation = conversation
        self.patience = patience
        self.outcome = outcome
        self.makeTLS = makeTLS
        isShaking = isSecured
    }

    func channelActive(context: ChannelHandlerContext) {
        rearm(context)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        do throws(SMTPReplyParser.Malformed) {
            let replies = try parser.append(unwrapInboundIn(data).readableBytesView)
            for (number, reply) in replies.enumerated() {
                rearm(context)
                let effects = conversation.handle(.reply(reply))
                let isFollowed = number < replies.count - 1 || !parser.isEmpty
                if effects.contains(.beginTLS), isFollowed {
                    return perform(conversation.handle(.failed(MailFailure(.injected))), context)
                }
                perform(effects, context)
            }
        } catch {
            fail(isShaking ? .noTLS : .malformed, context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent {
            isShaking = false
            rearm(context)
            if isUpgraded { perform(conversation.handle(.secured), context) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        perform(conversation.handle(.failed(MailFailure(error, isShaking: isShaking))), context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        perform(conversation.handle(.failed(MailFailure(isShaking ? .noTLS : .closed))), context)
        alarm?.cancel()
        outcome.succeed(settled)
        context.fireChannelInactive()
    }

    // MARK: Effects

    private func perform(_ effects: [SMTPConversation.Effect], _ context: ChannelHandlerContext) {
        for effect in effects {
            switch effect {
            case .send(let line): write(Array(line.utf8) + [13, 10], context)
            case .sendContent(let bytes):
                isWaitingForContent = true
                rearm(context)
                write(bytes, context)
            case .beginTLS: beginTLS(context)
            case .settle(let mail, let failure): settled[mail] = .some(failure)
            case .close: context.close(promise: nil)
            }
        }
    }

    private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }

    private func beginTLS(_ context: ChannelHandlerContext) {
        isShaking = true
        isUpgraded = true
        do {
            try context.pipeline.syncOperations.addHandler(try makeTLS(), position: .first)
        } catch {
            perform(conversation.handle(.failed(MailFailure(error, isShaking: true))), context)
        }
    }

    private func fail(_ kind: MailFailure.Kind, _ context: ChannelHandlerContext) {
        perform(conversation.handle(.failed(MailFailure(kind))), context)
    }

    /// Starts the time for the next reply.
    private func rearm(_ context: ChannelHandlerContext) {
        alarm?.cancel()
        let time = isWaitingForContent ? patience.content : patience.reply
        isWaitingForContent = false
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        alarm = context.eventLoop.scheduleTask(in: time) {
            bound.value.handler.fail(.timedOut, bound.value.context)
        }
    }
}

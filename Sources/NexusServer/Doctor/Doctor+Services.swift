import Foundation
import NIOPosix
import NexusCore
import NexusIntelligence

// The services that the server asks: mail, push, sign-in providers and the models.
extension Doctor {
    @Sendable func mail() async -> [DoctorFinding] {
        guard let settings = configuration.mail else {
            return [DoctorFinding("mail", "No mail server is configured: links are handed over by hand.")]
        }
        do {
            let transport = try SMTPTransport(
                settings.smtp, clientName: PublicAddress(settings.server)?.authority,
                group: MultiThreadedEventLoopGroup.singleton)
            if let failure = await transport.probe(settings.sender.address, patience: .short) {
                return [
                    DoctorFinding(
                        "mail", .error,
                        "The mail server cannot be used: \(failure.detail.isEmpty ? "it does not answer as it should." : failure.detail)",
                        remedy: failure.summary)
                ]
            }
            let isPlain = settings.smtp.security == .plain
            return [
                DoctorFinding(
                    "mail",
                    "The mail server takes e-mails\(settings.smtp.login == nil ? "" : ", and the user and password are right")"
                        + "\(isPlain ? ". The connection is not encrypted" : "").")
            ]
        } catch {
            return [DoctorFinding("mail", .error, error.text, remedy: "Correct the setting.")]
        }
    }

    @Sendable func push() async -> [DoctorFinding] {
        let settings = configuration.push
        var hosts: [(name: String, url: String)] = []
        if let apple = settings.apple { hosts.append(("Apple's push service", apple.production)) }
        if let google = settings.google {
            hosts += [("Firebase Cloud Messaging", google.base), ("Google's sign-in for it", google.tokenURL)]
        }
        if let relay = settings.relay { hosts.append(("the push relay", relay.url)) }
        var findings: [DoctorFinding] = []
        if settings.contact == nil {
            findings.append(
                DoctorFinding(
                    "push", .warning, "Push services cannot reach the operator, and some refuse to deliver.",
                    remedy: "Set NEXUS_PUSH_CONTACT, or --public-url with https."))
        }
        for (name, url) in hosts {
            guard let host = URLComponents(string: url)?.host else { continue }
            let isFound = (try? await BackupThread.run(isUrgent: true) { _ in try settings.resolver.addresses(host) })?
                .isEmpty
            guard isFound != false else { continue }
            findings.append(
                DoctorFinding(
                    "push", .error, "The name of \(name), \(host), is not found.",
                    remedy: "Check this machine's DNS and its way to the Internet."))
        }
        guard findings.isEmpty else { return findings }
        let names = hosts.map(\.name).joined(separator: ", ")
        return [DoctorFinding("push", hosts.isEmpty ? "Web Push is ready." : "Web Push is ready; found: \(names).")]
    }

    @Sendable func providers() async -> [DoctorFinding] {
        let settings = configuration.signIn
        guard !settings.providers.isEmpty else {
            return [DoctorFinding("providers", "No sign-in provider is configured.")]
        }
        var findings: [DoctorFinding] = []
        for provider in ProviderDirectory(settings, now: configuration.now).providers {
            let problem = await provider.check().problem
            findings.append(
                DoctorFinding(
                    "providers", problem == nil ? .fine : .error,
                    "\(provider.settings.title): \(problem == nil ? "its discovery document and its keys are valid." : problem?.text ?? "")",
                    remedy: problem == nil
                        ? nil
                        : "Check NEXUS_OIDC_\(provider.settings.name.uppercased())_ISSUER and this machine's network."))
        }
        return findings
    }

    @Sendable func languageModel() async -> [DoctorFinding] {
        let settings = configuration.languageModel
        guard settings.isOn else { return [DoctorFinding("model", "AI is off (NEXUS_AI=off).")] }
        guard let endpoint = settings.model as? ChatEndpoint else {
            return [DoctorFinding("model", "No language model is configured: answers quote messages.")]
        }
        switch await endpoint.probe() {
        case .listed: return [DoctorFinding("model", "The language model \(endpoint.name) is reachable and listed.")]
        case .unlisted:
            return [
                DoctorFinding(
                    "model", .error, "The endpoint answers, and does not list \(endpoint.name).",
                    remedy: "Correct NEXUS_AI_MODEL, or load the model (\"ollama pull\").")
            ]
        case .noList:
            return [
                DoctorFinding(
                    "model", .warning,
                    "The endpoint answers, and has no list of models: whether it has \(endpoint.name) is not known.",
                    remedy: "Ask the assistant a question.")
            ]
        case .refused(let status):
            return [
                DoctorFinding(
                    "model", .error, "The endpoint refused the key (\(status)).",
                    remedy: "Check NEXUS_AI_KEY or NEXUS_AI_KEY_FILE.")
            ]
        case .unreachable:
            return [
                DoctorFinding(
                    "model", .error, "The endpoint of the language model cannot be reached.",
                    remedy: "Check NEXUS_AI_URL, and that the model's server runs.")
            ]
        }
    }

    @Sendable func meaning() async -> [DoctorFinding] {
        guard let folder = configuration.models, folder.hasEmbedding else {
            return [
                DoctorFinding(
                    "meaning", "There is no embedding model: search uses words alone.")
            ]
        }
        do {
            _ = try await BackupThread.run(isUrgent: true) { _ in try SentenceEncoder(folder: folder.embedding) }
            return [DoctorFinding("meaning", "The embedding model is complete: search finds by meaning.")]
        } catch {
            return [
                DoctorFinding(
                    "meaning", .error, "The embedding model in \"\(folder.embedding)\" cannot be used: \(error)",
                    remedy: "Fetch its files again (docs/intelligence.md), or correct NEXUS_MODELS.")
            ]
        }
    }

    @Sendable func web() -> [DoctorFinding] {
        guard let folder = configuration.webFolder else {
            return [DoctorFinding("web", "No web client is served.")]
        }
        do {
            _ = try WebShell(folder: folder)
            return [DoctorFinding("web", "The web client is complete.")]
        } catch {
            return [
                DoctorFinding(
                    "web", .error, "The web client in \"\(folder)\" cannot be served. \(error.text)",
                    remedy: "Build it (\"make web\"), or correct --web.")
            ]
        }
    }
}

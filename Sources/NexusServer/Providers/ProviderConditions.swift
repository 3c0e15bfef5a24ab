import NexusCore
import Synchronization

/// Watches the providers, for the server's health.
final class ProviderConditions: Sendable {
    /// The time between two looks at providers that answer, and at ones that do not.
    private static let (calm, worried) = (Duration.seconds(1_800), Duration.seconds(60))

    private let directory: ProviderDirectory
    private let problems = Mutex<[String]>([])

    init(_ directory: ProviderDirectory) { self.directory = directory }

    /// What is wrong; nil while all providers answer.
    var problem: String? {
        let problems = problems.withLock { $0 }
        return problems.isEmpty ? nil : problems.joined(separator: " ")
    }

    /// Asks all providers, again and again until its task is cancelled.
    func watch() async {
        while !Task.isCancelled {
            await look()
            let pause = problem == nil ? ProviderConditions.calm : ProviderConditions.worried
            try? await Task.sleep(for: pause)
        }
    }

    func look() async {
        var found: [String] = []
        for provider in directory.providers {
            if let problem = await provider.check().problem {
                found.append("\(provider.settings.title): \(problem.text)")
            }
        }
        problems.withLock { $0 = found }
    }
}

import ArgumentParser

@main
struct Nexus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "A self-hosted, offline-first team messenger.")
}

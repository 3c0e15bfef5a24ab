import ArgumentParser
import Foundation
import NexusCore
import NexusServer

/// `nexus config`: the settings that hold, and where each comes from.
struct ConfigVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Print the settings of the server or the relay, and where each comes from.",
        discussion: """
            Takes the options of "nexus serve", and prints what a server that is started with them would use. Secrets are hidden. \
            Exits with 1 if a setting cannot be used. With --relay: those of "nexus relay", by its file of settings and the environment.
            """)

    @OptionGroup var serve: Serve

    @Flag(help: "Print the settings of nexus relay.")
    var relay = false

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let values = try ConfigVerb.settings().values
        if json { return Output.line(ConfigVerb.json(values)) }
        let keys = values.map(\.setting.key.count).max() ?? 0
        for value in values {
            let key = value.setting.key.padding(toLength: keys, withPad: " ", startingAt: 0)
            Output.line("\(key)  \(value.shown)  (\(value.origin.text))")
        }
    }

    private static func settings() throws -> EffectiveSettings {
        do throws(SettingsError) {
            return try ServerEnvironment.load()
        } catch {
            throw CommandProblem(error.text)
        }
    }

    private static func json(_ values: [EffectiveSettings.Value]) -> String {
        var writer = JSONWriter()
        writer.beginArray()
        for value in values {
            writer.beginObject()
            writer.field("key", value.setting.key)
            writer.field("variable", value.setting.variable)
            writer.field("option", ifPresent: value.setting.flag)
            writer.field("value", value.shown)
            writer.field("from", value.origin.text)
            writer.field("secret", value.setting.isSecret)
            writer.field("reloads", value.setting.isReloadable)
            writer.endObject()
        }
        writer.endArray()
        return writer.text
    }
}

import ArgumentParser

/// Where the file of settings is. ``ServerEnvironment`` reads it before the arguments are parsed, since it gives their defaults.
struct SettingsFileOptions: ParsableArguments {
    @Option(help: "The file of settings; without it nexus.yaml in the data folder, if there is one.")
    var config: String?
}

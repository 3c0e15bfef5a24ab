/// The product's version.
public enum NexusVersion {
    public static let text = "0.1.0"
}

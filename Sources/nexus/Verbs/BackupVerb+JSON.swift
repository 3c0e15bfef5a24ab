import NexusCore
import NexusServer

/// What `nexus backup --json` prints.
struct BackupReportJSON: JSONEncodable {
    let report: BackupReport

    func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("snapshot", report.manifest.id)
        writer.field("bytes", report.manifest.bytes)
        writer.field("newObjects", Int64(report.stored.objects))
        writer.field("newBytes", report.stored.bytes)
        writer.field("counts", report.manifest.counts)
        writer.field("absent", report.manifest.absent)
        writer.field("removed", report.removed)
        writer.field("freedBytes", report.freed)
        writer.field("remark", ifPresent: report.remark)
        writer.endObject()
    }
}

/// A snapshot in `nexus backup list --json`; one whose manifest is damaged has its name alone.
struct SnapshotJSON: JSONEncodable {
    let id: String
    let manifest: BackupManifest?

    func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("snapshot", id)
        if let manifest {
            writer.field("madeAt", manifest.madeAt)
            writer.field("program", manifest.program)
            writer.field("schema", Int64(manifest.schema))
            writer.field("epoch", manifest.epoch)
            writer.field("bytes", manifest.bytes)
            writer.field("counts", manifest.counts)
            writer.field("absent", manifest.absent)
        } else {
            writer.field("isDamaged", true)
        }
        writer.endObject()
    }
}

/// What `nexus backup verify --json` prints.
struct VerificationJSON: JSONEncodable {
    let verification: BackupVerification

    private struct FlawJSON: JSONEncodable {
        let flaw: BackupVerification.Flaw

        func encode(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("problem", flaw.text)
            writer.field("snapshots", flaw.snapshots)
            writer.endObject()
        }
    }

    func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("isIntact", verification.isIntact)
        writer.field("snapshots", verification.snapshots)
        writer.field("objects", Int64(verification.objects))
        writer.field("bytes", verification.bytes)
        writer.field("problems", verification.flaws.map { FlawJSON(flaw: $0) })
        writer.endObject()
    }
}

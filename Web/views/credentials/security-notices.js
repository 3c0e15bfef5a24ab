// @ts-check
import { noteSeenSecurity, seenSecurity } from "../../shell/seen-security.js";
import { newsOf, securityText } from "./security-words.js";

/**
 * Tells a person of sign-ins of other devices and of failed attempts, on each device once.
 *
 * @param {import("../context.js").Context} context
 * @param {AbortSignal} signal
 */
export function watchSecurity({ client, router, notices }, signal) {
    let isLooking = false;
    const look = async () => {
        const { id, security = 0 } = client.profile ?? {};
        if (!id) return;
        // Whatever comes after nothing is news.
        if (security === 0 && seenSecurity(id) === null) noteSeenSecurity(id, 0);
        if (isLooking || document.visibilityState !== "visible" || security <= (seenSecurity(id) ?? 0)) return;
        isLooking = true;
        try {
            const [{ entries }, sessions] = await Promise.all([client.ask("GET", "/v1/security"), client.sessions()]);
            const news = newsOf(entries, sessions.find(({ current }) => current)?.id, seenSecurity(id));
            noteSeenSecurity(id, Math.max(security, entries[0]?.number ?? 0));
            for (const entry of news) {
                const text = entry.act === "sign-in.success"
                    ? `New sign-in to your account: ${entry.note || "an unknown device"}. If this was not you, change your password.`
                    : `${securityText(entry)}.`;
                notices.show(text, { action: { label: "Review", run: () => router.go({ name: "settings" }) } });
            }
        } catch {
            // Without the server the next change of the connection looks again.
        } finally {
            isLooking = false;
        }
    };
    const soon = () => void look();
    signal.addEventListener("abort", client.subscribe({ session: soon, connection: soon }), { once: true });
    document.addEventListener("visibilitychange", soon, { signal });
    soon();
}

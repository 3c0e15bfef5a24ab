"""Waiting for a page that has come to rest."""


def settled(page):
    """Returns once the page has drawn ten pictures in which nothing changed and nothing moves on its way to an end."""
    page.evaluate("""() => new Promise((resolve) => {
        let still = 0;
        const changes = new MutationObserver(() => { still = 0; });
        changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        const moves = (one) => one.playState === "running" && one.effect.getTiming().iterations !== Infinity;
        const look = () => {
            still = document.getAnimations().some(moves) ? 0 : still + 1;
            if (still < 10) return void requestAnimationFrame(look);
            changes.disconnect();
            resolve();
        };
        requestAnimationFrame(look);
    })""")

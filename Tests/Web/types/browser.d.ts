// What browsers have that the type checker of Debian's node-typescript does not know yet.

interface Array<T> {
    findLast<S extends T>(predicate: (value: T, index: number, array: T[]) => value is S): S | undefined;
    findLast(predicate: (value: T, index: number, array: T[]) => unknown): T | undefined;
}

interface HTMLElement {
    showPopover(): void;
    hidePopover(): void;
}

interface Navigator {
    setAppBadge(count?: number): Promise<void>;
    clearAppBadge(): Promise<void>;
}

interface WorkerNavigator {
    setAppBadge?(count?: number): Promise<void>;
    clearAppBadge?(): Promise<void>;
}

interface AbortSignalStatic {
    timeout?(milliseconds: number): AbortSignal;
}

interface ToggleEvent extends Event {
    readonly newState: string;
    readonly oldState: string;
}

interface ScrollIntoViewOptions {
    behavior?: ScrollBehavior | "instant";
}

interface ScrollOptions {
    behavior?: ScrollBehavior | "instant";
}

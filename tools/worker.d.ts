// Background sync, which Chromium alone has.

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent;
}

interface NotificationOptions {
  /** Whether a notice that takes the place of another one is announced anew. */
  renotify?: boolean;
}

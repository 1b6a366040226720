// What `make check` knows of the pages our scripts run in, besides what browsers have.

/** What a selector of ours finds: any element, with what fields, links and dialogs have. */
interface Found extends HTMLElement {
  value: any;
  checked: boolean;
  disabled: boolean;
  open: boolean;
  reversed: boolean;
  href: string;
  type: string;
  name: string;
  action: string;
  form: HTMLFormElement;
  elements: any;
  select(): void;
  submit(): void;
}

interface ParentNode {
  querySelector<E extends Element = Found>(selectors: string): E | null;
  querySelectorAll<E extends Element = Found>(selectors: string): NodeListOf<E>;
}

interface Element {
  closest<E extends Element = Found>(selectors: string): E | null;
}

interface DocumentFragment {
  getElementById(elementId: string): Found | null;
}

interface Document {
  getElementById(elementId: string): Found | null;
  /** Events of htmx and of our own carry a detail. */
  addEventListener(
    type: `${string}:${string}`,
    listener: (event: CustomEvent & { readonly target: any }) => any,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** Behaviours listen at the document for what happens to elements in it. */
  addEventListener<K extends keyof DocumentEventMap>(
    type: K,
    listener: (event: DocumentEventMap[K] & { readonly target: any }) => any,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

interface HTMLElement {
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K] & { readonly target: any }) => any,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

interface Window {
  addEventListener<K extends keyof WindowEventMap>(
    type: K,
    listener: (event: WindowEventMap[K] & { readonly target: any }) => any,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

interface Navigator {
  /** Safari's, for an app on the home screen. */
  readonly standalone?: boolean;
}

interface ServiceWorkerRegistration {
  /** Chromium's. */
  readonly sync?: { register(tag: string): Promise<void> };
}

declare const htmx: any;

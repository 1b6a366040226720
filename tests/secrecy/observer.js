// Put into a page before its own scripts: writes down what a person would hear, feel and see move,
// in three lists, each in order: what scripts do, what the browser draws, what is read out.
// window.observe() hands them out and begins anew.
(() => {
  let observed;
  let isComplete = false; // before that a change slides only if the browser has drawn already
  window.observe = () => {
    const taken = observed;
    isComplete = Boolean(taken);
    observed = { done: [], drawn: [], said: [] };
    return taken;
  };
  window.observe();

  function nameOf(target) {
    if (target === window || target === document) return "the page";
    if (!(target instanceof Element)) return typeof target;
    const path = [];
    for (let one = target; one; one = one.parentElement) {
      if (one.id) return [`#${one.id}`, ...path].join(" > ");
      const place = [...(one.parentElement?.children ?? [])].indexOf(one);
      path.unshift(`${one.localName}:${place}`);
    }
    return path.join(" > ");
  }

  const plain = (value) =>
    value instanceof Node || value === window ? nameOf(value)
    : typeof value === "function" ? "a function"
    : JSON.stringify(value) ?? String(value);

  const note = (what, target, ...values) => noteAs("done", what, target, ...values);
  const noteAs = (list, what, target, ...values) =>
    observed[list].push([what, nameOf(target), ...values.map(plain)].join(" "));

  // answers the page waits for, until what it does with them is done: the browser says that an answer
  // has come before the page's own script hears of it
  let waiting = 0;
  window.isWaiting = () => waiting > 0;
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (...given) {
    waiting += 1;
    this.addEventListener("loadend", () => queueMicrotask(() => (waiting -= 1)), { once: true });
    return send.apply(this, given);
  };
  function countPromise(owner, name) {
    const honest = owner[name];
    owner[name] = async function (...given) {
      waiting += 1;
      try {
        return await honest.apply(this, given);
      } finally {
        queueMicrotask(() => (waiting -= 1));
      }
    };
  }
  countPromise(window, "fetch");
  for (const name of ["arrayBuffer", "blob", "json", "text"]) countPromise(Response.prototype, name);

  /** Calls of a method, with what they were given. */
  function listen(owner, name, of = (target) => target, more = () => []) {
    const honest = owner?.[name];
    if (!honest) return;
    owner[name] = function (...given) {
      note(name, of(this), ...more(this), ...given);
      return honest.apply(this, given);
    };
  }

  /** Making something, too. */
  function listenToMaking(name) {
    const honest = window[name];
    if (!honest) return;
    window[name] = new Proxy(honest, {
      construct(target, given, made) {
        note(`new ${name}`, window, ...given);
        return Reflect.construct(target, given, made);
      },
    });
  }

  /** What a property of an element is set to. */
  function listenToSetting(owner, name) {
    const honest = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, {
      ...honest,
      set(value) {
        note(`set ${name}`, this, value);
        honest.set.call(this, value);
      },
    });
  }

  // sounds, speech, vibration, messages of the browser
  for (const name of ["Audio", "AudioContext", "OfflineAudioContext", "SpeechSynthesisUtterance", "Notification"]) {
    listenToMaking(name);
  }
  listen(HTMLMediaElement.prototype, "play", undefined, (sound) => [sound.currentSrc || sound.src]);
  listen(window.AudioScheduledSourceNode?.prototype, "start");
  listen(window.AudioBufferSourceNode?.prototype, "start");
  listen(window.SpeechSynthesis?.prototype, "speak");
  listen(Navigator.prototype, "vibrate");
  listen(Navigator.prototype, "setAppBadge");

  // motion
  listen(Element.prototype, "animate");
  listen(Document.prototype, "startViewTransition");
  for (const name of ["animationstart", "transitionrun"]) {
    document.addEventListener(name, (event) => {
      if (name === "transitionrun" && !isComplete) return;
      const what = event.animationName ?? event.propertyName;
      noteAs("drawn", name, event.target, what + event.pseudoElement, event.elapsedTime);
    }, true);
  }

  // scrolling and focus
  for (const name of ["scroll", "scrollTo", "scrollBy"]) {
    listen(window, name);
    listen(Element.prototype, name);
  }
  for (const name of ["scrollIntoView", "scrollIntoViewIfNeeded"]) listen(Element.prototype, name);
  for (const name of ["scrollTop", "scrollLeft"]) listenToSetting(Element.prototype, name);
  listen(HTMLElement.prototype, "focus");
  listen(HTMLElement.prototype, "blur");
  listen(HTMLDialogElement.prototype, "showModal");
  for (const name of ["focusin", "focusout"]) {
    document.addEventListener(name, (event) => note(name, event.target), true);
  }

  // what is read out, and what stands on the tab
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const said = target.parentElement?.closest("[aria-live], [role=alert], [role=status], title");
      const spoken = said ?? target.closest?.("[aria-live], [role=alert], [role=status], title");
      if (spoken) noteAs("said", "says", spoken, spoken.textContent);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
})();

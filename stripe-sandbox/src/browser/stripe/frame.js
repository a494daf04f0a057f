import { ORIGIN } from './request.js';

/** Exchanges messages between the page and one iframe of the sandbox only. */
export class Frame {
  #waiting = new Map();
  #queue = [];
  #isReady = false;
  #next = 0;

  constructor(url, title, onMessage) {
    this.iframe = document.createElement('iframe');
    this.iframe.src = `${url}#${encodeURIComponent(location.origin)}`;
    this.iframe.title = title;
    this.iframe.setAttribute('frameborder', '0');
    this.iframe.setAttribute('scrolling', 'no');
    this.iframe.setAttribute('allow', 'payment *');
    Object.assign(this.iframe.style, {
      border: '0',
      width: '100%',
      display: 'block',
      background: 'transparent',
      colorScheme: 'normal',
    });
    this.listener = (event) => {
      if (
        event.source !== this.iframe.contentWindow ||
        event.origin !== ORIGIN ||
        event.data?.from !== 'stripe-sandbox'
      )
        return;
      const { type, answers, payload } = event.data;
      if (type === 'loaded') {
        // Moving an iframe in its page reloads it, so its state is lost.
        if (this.#isReady) {
          this.#abandon();
          onMessage('reloaded', {});
        }
        this.#isReady = true;
        for (const send of this.#queue.splice(0)) send();
      }
      if (answers !== undefined) {
        this.#waiting.get(answers)?.(payload);
        this.#waiting.delete(answers);
      } else onMessage(type, payload ?? {});
    };
    window.addEventListener('message', this.listener);
  }

  /** Sends a message when the frame is ready. */
  send(type, payload, ports = []) {
    const send = () => this.iframe.contentWindow?.postMessage({ to: 'stripe-sandbox', type, payload }, ORIGIN, ports);
    if (this.#isReady) send();
    else this.#queue.push(send);
  }

  /** Sends a message and resolves to the frame's answer. */
  ask(type, payload, ports = []) {
    this.#next += 1;
    const id = this.#next;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.send(type, { ...payload, id }, ports);
    });
  }

  /** Rejects the calls that wait for an answer from this frame. */
  #abandon() {
    for (const resolve of this.#waiting.values()) {
      resolve({
        error: {
          type: 'validation_error',
          code: 'element_gone',
          message: 'The card field was removed before it could be read.',
        },
      });
    }
    this.#waiting.clear();
  }

  close() {
    window.removeEventListener('message', this.listener);
    this.#abandon();
    this.iframe.remove();
  }
}

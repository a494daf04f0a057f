import { createStore } from './store.ts';

/** `offline`: this device has no network. `unreachable`: the network works, but the server does not answer. */
export type Connection = 'connected' | 'offline' | 'unreachable';

/** The last known connection state, which the shell shows if it is not `connected` (WEB-16). */
export const connection = createStore<Connection>('connected');

/** Milliseconds to wait for the server's answer to a poll. */
const answerLimit = 5000;
/** The shortest and the longest interval between two polls, in milliseconds. */
const shortestWait = 2000;
const longestWait = 15_000;

/** Milliseconds after which an unanswered call triggers a poll. */
export const slowCall = 10_000;

async function serverLives(stopped: AbortSignal): Promise<boolean> {
  try {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(answerLimit)]);
    const response = await fetch('/healthz', { cache: 'no-store', signal });
    return response.ok;
  } catch {
    return false;
  }
}

/** The running poll, and the controller that stops it. */
let asking: AbortController | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

async function ask(wait: number): Promise<void> {
  clearTimeout(timer);
  if (asking) return;
  const question = new AbortController();
  asking = question;
  const lives = await serverLives(question.signal);
  if (question.signal.aborted) return;
  asking = undefined;
  if (lives) return connection.set('connected');
  connection.set(navigator.onLine ? 'unreachable' : 'offline');
  timer = setTimeout(() => void ask(Math.min(wait * 2, longestWait)), wait);
}

/** How often polling was stopped. */
let stops = 0;

/**
 * Called when a call starts. Returns a function to call if no answer arrives: it polls the server, because one lost
 * call does not prove that the server is unreachable. It does nothing after polling was stopped.
 */
export function suspectLater(): () => void {
  const begun = stops;
  return () => {
    if (begun === stops && connection.get() === 'connected') void ask(shortestWait);
  };
}

/** Stops polling, and ignores pending answers and lost calls. */
export function stopAsking(): void {
  stops += 1;
  clearTimeout(timer);
  asking?.abort();
  asking = undefined;
}

/** Follows the browser's network state. Returns a function that unsubscribes. */
export function watchConnection(): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  addEventListener('offline', () => connection.set('offline'), { signal });
  addEventListener('online', () => void ask(shortestWait), { signal });
  if (!navigator.onLine) void ask(shortestWait);
  return () => {
    listeners.abort();
    stopAsking();
  };
}

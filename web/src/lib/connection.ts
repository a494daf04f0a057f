import { createStore } from './store.ts';

/** `offline`: this device has no network. `unreachable`: it has one, and the server does not answer. */
export type Connection = 'connected' | 'offline' | 'unreachable';

/** Whether the server can be reached, as far as is known. The shell says so while it cannot (WEB-16). */
export const connection = createStore<Connection>('connected');

/** Milliseconds that the server may take to say that it lives. */
const answerLimit = 5000;
/** Milliseconds to the first and to the longest wait between two questions. */
const shortestWait = 2000;
const longestWait = 15_000;

/** Milliseconds after which a call without an answer is a reason to ask whether the server lives. */
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

/** The question that is under way, and what stops it. */
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

/** How often asking was stopped. */
let stops = 0;

/**
 * For a call that begins now: what to do when it gets no answer. One lost call is no proof: the server is asked whether it lives, and asked again until
 * it does. Nothing is said where it lives, and nothing is done once asking was stopped.
 */
export function suspectLater(): () => void {
  const begun = stops;
  return () => {
    if (begun === stops && connection.get() === 'connected') void ask(shortestWait);
  };
}

/** Asks no more, and takes no notice of an answer or of a lost call that is still to come. */
export function stopAsking(): void {
  stops += 1;
  clearTimeout(timer);
  asking?.abort();
  asking = undefined;
}

/** Follows what the browser knows of the network. Returns what stops it. */
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

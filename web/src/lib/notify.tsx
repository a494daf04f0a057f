import type { ExternalToast, toast } from 'sonner';
import { createStore } from './store.ts';

/** Milliseconds (WEB-6). */
const errorLife = 8000;
const otherLife = 5000;

type Kind = 'success' | 'info' | 'warning' | 'error';

/** Whether a toast was shown yet. The code of toasts is loaded with the first one. */
export const toastsAreWanted = createStore(false);

type Toast = typeof toast;

let announceReady: (toast: Toast) => void = () => {};
const ready = new Promise<Toast>((resolve) => {
  announceReady = resolve;
});

/** Called by the toasts' region when it is ready. */
export function toastsAreReady(toast: Toast): void {
  announceReady(toast);
}

/** Whether an alert on the page already shows the message, beside the button of a form or dialog. */
function isShownInAlert(message: string): boolean {
  const alerts = document.querySelectorAll('[role=alert]:not([data-sonner-toaster] *)');
  return [...alerts].some(({ textContent }) => textContent.includes(message));
}

/** Waits for the next task: by then the page has rendered the failure in its place. */
const shown = () => new Promise((resolve) => setTimeout(resolve));

interface Options extends ExternalToast {
  /** Shows an error even if an alert on the page shows it. Screen readers are interrupted once. */
  repeatsAlert?: boolean;
}

async function show(kind: Kind, message: string, { repeatsAlert = false, ...options }: Options): Promise<void> {
  toastsAreWanted.set(true);
  const [toast] = await Promise.all([ready, shown()]);
  const isRepeated = kind === 'error' && isShownInAlert(message);
  if (isRepeated && !repeatsAlert) return;
  const words = <span className="whitespace-pre-line">{message}</span>;
  toast[kind](kind === 'error' && !isRepeated ? <span role="alert">{words}</span> : words, {
    // Equal texts at the same time share one toast.
    id: `${kind}:${message}`,
    duration: kind === 'error' ? errorLife : otherLife,
    ...options,
  });
}

/** Short notices of results. Errors interrupt a screen reader; others wait. */
export const notify = {
  success: (message: string, options: ExternalToast = {}) => void show('success', message, options),
  info: (message: string, options: ExternalToast = {}) => void show('info', message, options),
  warning: (message: string, options: ExternalToast = {}) => void show('warning', message, options),
  error: (message: string, options: Options = {}) => void show('error', message, options),
};

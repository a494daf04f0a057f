import { type ExternalToast, toast } from 'sonner';

/** Milliseconds (spec 1 §8). */
const errorLife = 8000;
const otherLife = 5000;

/** The same words shown twice at once are one toast. */
const once = (kind: string, message: string, options: ExternalToast): ExternalToast => ({
  id: `${kind}:${message}`,
  ...options,
});

const lines = (message: string) => <span className="whitespace-pre-line">{message}</span>;

/** Short notes of what was done. Errors interrupt a screen reader, the others wait for it to finish. */
export const notify = {
  success: (message: string, options: ExternalToast = {}) =>
    toast.success(lines(message), once('success', message, { duration: otherLife, ...options })),
  info: (message: string, options: ExternalToast = {}) =>
    toast.info(lines(message), once('info', message, { duration: otherLife, ...options })),
  warning: (message: string, options: ExternalToast = {}) =>
    toast.warning(lines(message), once('warning', message, { duration: otherLife, ...options })),
  error: (message: string, options: ExternalToast = {}) =>
    toast.error(
      <span role="alert">{lines(message)}</span>,
      once('error', message, { duration: errorLife, ...options }),
    ),
};

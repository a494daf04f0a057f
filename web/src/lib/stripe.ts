import { t } from '@lingui/core/macro';
import type { Stripe } from '@stripe/stripe-js';
import { currentLocale, type Locale } from './locale.ts';
import { preloaded } from './preloaded.ts';

/** Milliseconds after which the script counts as missing. */
const scriptTimeout = 30_000;

/** The payment provider's script is missing: blocked, offline or not configured. A retry may help. */
export class StripeNotLoadedError extends Error {
  override readonly name = 'StripeNotLoadedError';
}

/** The message for a missing script (WEB-10, WIRE-14). */
export function stripeNotLoadedMessage(): string {
  return t`Stripe is not loaded. Please contact your administrator.`;
}

/** Adds the script at the page's address, which sets `window.Stripe`. A script that fails is removed. */
function injectScript(address: string, timeout: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (reason: string) => {
      clearTimeout(timer);
      script.remove();
      reject(new StripeNotLoadedError(reason));
    };
    const timer = setTimeout(() => fail('the script took too long'), timeout);
    script.addEventListener('error', () => fail('the script could not be loaded'), { once: true });
    script.addEventListener(
      'load',
      () => {
        clearTimeout(timer);
        if (window.Stripe) resolve();
        else fail('the script did not bring Stripe');
      },
      { once: true },
    );
    script.src = address;
    script.async = true;
    document.head.append(script);
  });
}

async function load(locale: Locale, timeout: number): Promise<Stripe> {
  const { publishableKey, scriptUrl } = preloaded().stripe;
  if (!publishableKey || !scriptUrl) throw new StripeNotLoadedError('the page names no script');
  const [{ loadStripe }] = await Promise.all([
    import('@stripe/stripe-js/pure'),
    window.Stripe ? undefined : injectScript(scriptUrl, timeout),
  ]);
  const stripe = await loadStripe(publishableKey, { locale });
  if (!stripe) throw new StripeNotLoadedError('there is no document');
  return stripe;
}

const loading = new Map<Locale, Promise<Stripe>>();

/**
 * Loads the payment provider's script when it is first needed. There is one instance per language, because a card
 * form cannot change its language. A failed attempt is retried by the next call.
 * @throws StripeNotLoadedError
 */
export function getStripe(locale: Locale = currentLocale(), timeout = scriptTimeout): Promise<Stripe> {
  let stripe = loading.get(locale);
  if (!stripe) {
    stripe = load(locale, timeout).catch((cause: unknown) => {
      loading.delete(locale);
      throw cause instanceof StripeNotLoadedError
        ? cause
        : new StripeNotLoadedError('Stripe could not start', { cause });
    });
    loading.set(locale, stripe);
  }
  return stripe;
}

/**
 * Starts loading while the pointer or focus rests on a control that opens a card form. The form reports a failure
 * when it opens.
 */
export function warmUpStripe(): void {
  void getStripe().catch(() => {});
}

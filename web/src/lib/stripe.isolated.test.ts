import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { replacePreloaded } from './preloaded.ts';

const scriptUrl = '/stripe-sandbox/stripe.js';

/** Each test imports the module again, because it keeps the loaded script. */
async function freshStripe() {
  vi.resetModules();
  const { replacePreloaded: replace } = await import('./preloaded.ts');
  replace({ stripe: { publishableKey: 'pk_test_1', scriptUrl } });
  return import('./stripe.ts');
}

let injected: HTMLScriptElement[];

beforeEach(() => {
  injected = [];
  vi.spyOn(document.head, 'append').mockImplementation((node) => void injected.push(node as HTMLScriptElement));
});

afterEach(() => {
  delete window.Stripe;
  replacePreloaded({});
});

const arrive = (script: HTMLScriptElement | undefined) => {
  const Stripe = Object.assign(
    vi.fn((key: string, options: { locale: string }) => ({ key, ...options })),
    { version: 'endive' },
  );
  Object.assign(window, { Stripe });
  script?.dispatchEvent(new Event('load'));
};

describe('the payment provider’s script', () => {
  it("is injected once, when it is first needed, and initialized in the user's language", async () => {
    const { getStripe } = await freshStripe();
    expect(injected).toHaveLength(0);
    const first = getStripe('fr');
    const second = getStripe('fr');
    expect(injected.map((script) => script.getAttribute('src'))).toEqual([scriptUrl]);
    arrive(injected[0]);
    expect(await first).toMatchObject({ key: 'pk_test_1', locale: 'fr' });
    expect(await second).toBe(await first);
    expect(await getStripe('en')).toMatchObject({ locale: 'en' });
    expect(injected).toHaveLength(1);
  });

  it('rejects if it is blocked, and is retried by the next call', async () => {
    const { getStripe, StripeNotLoadedError } = await freshStripe();
    const failed = getStripe('en');
    injected[0]?.dispatchEvent(new Event('error'));
    await expect(failed).rejects.toBeInstanceOf(StripeNotLoadedError);
    const again = getStripe('en');
    expect(injected).toHaveLength(2);
    arrive(injected[1]);
    expect(await again).toMatchObject({ locale: 'en' });
  });

  it('rejects if it contains no Stripe, or takes too long', async () => {
    const { getStripe, StripeNotLoadedError } = await freshStripe();
    const empty = getStripe('en');
    injected[0]?.dispatchEvent(new Event('load'));
    await expect(empty).rejects.toBeInstanceOf(StripeNotLoadedError);
    await expect(getStripe('en', 5)).rejects.toBeInstanceOf(StripeNotLoadedError);
  });

  it('rejects immediately if the page has no address for it', async () => {
    const { getStripe, StripeNotLoadedError } = await freshStripe();
    const { replacePreloaded: replace } = await import('./preloaded.ts');
    replace({});
    await expect(getStripe('en')).rejects.toBeInstanceOf(StripeNotLoadedError);
    expect(injected).toHaveLength(0);
  });
});

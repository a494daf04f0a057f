import type { SsoFailure } from '@portico/contract';

/** A provider's own words: one line without secrets. */
export interface ProviderSays {
  readonly code: string | null;
  readonly text: string;
}

/** Details of a failure for display, such as the expected and the received issuer. */
export type Facts = Readonly<Record<string, string | number | boolean | string[]>>;

/** Why a sign-in or a test stopped. */
export interface Diagnosis {
  readonly failure: SsoFailure;
  readonly providerSays: ProviderSays | null;
  readonly facts: Facts;
}

/** A provider, or an identity from it, is not acceptable. The browser has a text for each code. */
export class SsoError extends Error implements Diagnosis {
  override name = 'SsoError';
  readonly failure: SsoFailure;
  readonly providerSays: ProviderSays | null;
  readonly facts: Facts;

  constructor(failure: SsoFailure, { providerSays = null, facts = {} }: Partial<Omit<Diagnosis, 'failure'>> = {}) {
    super(failure);
    this.failure = failure;
    this.providerSays = providerSays;
    this.facts = facts;
  }
}

/** Maximum stored characters of a provider's words. */
const maxTextLength = 300;
const maxCodeLength = 60;

/** Maximum number of characters of a text that are processed. */
const maxReadLength = 4_000;

/**
 * A provider's words, safe to store and show: one line of at most 300 characters without control characters, tokens, the given secrets and Entra ID's trace
 * (SSO-45). Plain text, never markup.
 */
export function providerWords(code: string | null, text: string, secrets: readonly string[] = []): ProviderSays {
  return {
    code: code === null ? null : oneLine(code, secrets).slice(0, maxCodeLength).toWellFormed() || null,
    text: oneLine(text, secrets),
  };
}

function oneLine(text: string, secrets: readonly string[]): string {
  let line = text.slice(0, maxReadLength);
  for (const secret of secrets) if (secret.length >= 8) line = line.replaceAll(secret, '…');
  return plainLine(line.replace(/\b(?:Trace ID|Correlation ID):[\s\S]*$/, '').replace(/\beyJ[\w-]{10,}[\w.-]*/g, '…'));
}

/** Any text as one storable line of at most 300 characters, without control characters and lone surrogates. */
export function plainLine(text: string): string {
  return text
    .slice(0, maxReadLength)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, maxTextLength)
    .toWellFormed();
}

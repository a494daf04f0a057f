import type { SsoFailure } from '@portico/contract';

/** What a provider said in its own words: one line without secrets. */
export interface ProviderSays {
  readonly code: string | null;
  readonly text: string;
}

/** What explains a failure to people, such as the issuer that was expected and the one that came. */
export type Facts = Readonly<Record<string, string | number | boolean | string[]>>;

/** Why a sign-in or a test stopped. */
export interface Diagnosis {
  readonly failure: SsoFailure;
  readonly providerSays: ProviderSays | null;
  readonly facts: Facts;
}

/** A provider, or somebody who came from it, is not as it has to be. The code has its words in the browser. */
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

/** Characters of what a provider said that are kept. */
const maxTextLength = 300;
const maxCodeLength = 60;

/** Of a longer text this much is looked at. */
const maxReadLength = 4_000;

/**
 * A provider's words as they may be stored and shown: one line of 300 characters, without control signs, tokens, the given secrets and Entra ID's
 * trace (SSO-45). They are text, and never markup.
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

/** One line of 300 characters that can be stored, of a text that may be anything: no control signs, no halves of characters. */
export function plainLine(text: string): string {
  return text
    .slice(0, maxReadLength)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, maxTextLength)
    .toWellFormed();
}

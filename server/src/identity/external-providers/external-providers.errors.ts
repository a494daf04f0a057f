import { maxExternalProviders, maxMailDomains } from '@portico/contract';
import { AppError, InvalidInputError, type Said } from '../../core/http/app-error.ts';
import type { MessageKey } from '../../core/messages/index.ts';
import type { ActivationRefusal, FieldProblems } from './external-providers.rules.ts';

/** Why a change was refused; the browser branches on `additionalData.reason`. */
type Reason = ActivationRefusal | 'tooMany' | 'changedMeanwhile' | 'lastDomain' | 'domainProved' | 'domainOfOther';

/** A change that what is there does not allow. */
export class ProviderConflictError extends AppError {
  constructor(reason: Reason, message: Said) {
    super({ code: 'Conflict', message, additionalData: { reason } });
  }
}

/** The account has as many providers as it can have (SSO-2). */
export const tooManyProviders = () =>
  new ProviderConflictError('tooMany', {
    key: 'externalProviders.tooMany',
    values: { most: maxExternalProviders },
  });

/** The provider has as many mail domains as it can have (SSO-2). */
export const tooManyDomains = () =>
  new ProviderConflictError('tooMany', {
    key: 'externalProviders.tooManyDomains',
    values: { most: maxMailDomains },
  });

/** Somebody saved after the editor had read (SSO-10). */
export const changedMeanwhile = () =>
  new ProviderConflictError('changedMeanwhile', { key: 'externalProviders.changedMeanwhile' });

/** What activation lacks (SSO-13). */
export const activationRefused = (reason: ActivationRefusal) =>
  new ProviderConflictError(reason, { key: `externalProviders.${reason}` });

/** An active provider keeps a proved mail domain (SSO-13). */
export const lastDomain = () => new ProviderConflictError('lastDomain', { key: 'externalProviders.lastDomain' });

/** There is nothing to prove any more. */
export const domainProved = (domain: string) =>
  new ProviderConflictError('domainProved', { key: 'externalProviders.domainProved', values: { domain } });

/**
 * A mail domain leads to another provider already (SSO-8).
 * @param provider its name where it is the account's own; other accounts' are not told
 */
export const domainHeldElsewhere = (domain: string, provider: string | null) =>
  new ProviderConflictError(
    'domainOfOther',
    provider === null
      ? { key: 'externalProviders.domainOfOtherAccount', values: { domain } }
      : { key: 'externalProviders.domainOfOther', values: { domain, provider } },
  );

/** @throws InvalidInputError where a field has a problem */
export function assertFields(problems: FieldProblems): void {
  const found = Object.entries(problems).flatMap(([field, key]) => (key ? [{ field, key }] : []));
  if (found.length > 0)
    throw new InvalidInputError(Object.fromEntries(found.map(({ field, key }) => [field, [{ key }]])));
}

/** @returns an error at one field */
export function fieldError(field: string, key: MessageKey, values: Record<string, string> = {}): InvalidInputError {
  return new InvalidInputError({ [field]: [{ key, values }] });
}

import { maxExternalProviders, maxMailDomains } from '@portico/contract';
import { AppError, InvalidInputError, type Said } from '../../core/http/app-error.ts';
import type { MessageKey } from '../../core/messages/index.ts';
import type { ActivationRefusal, FieldProblems } from './external-providers.rules.ts';

/** Why a change was refused; the browser branches on `additionalData.reason`. */
type Reason = ActivationRefusal | 'tooMany' | 'changedMeanwhile' | 'lastDomain' | 'domainProved' | 'domainOfOther';

/** A change that conflicts with the provider's current state. */
export class ProviderConflictError extends AppError {
  constructor(reason: Reason, message: Said) {
    super({ code: 'Conflict', message, additionalData: { reason } });
  }
}

/** The account has the maximum number of providers (SSO-2). */
export const tooManyProviders = () =>
  new ProviderConflictError('tooMany', {
    key: 'externalProviders.tooMany',
    values: { most: maxExternalProviders },
  });

/** The provider has the maximum number of mail domains (SSO-2). */
export const tooManyDomains = () =>
  new ProviderConflictError('tooMany', {
    key: 'externalProviders.tooManyDomains',
    values: { most: maxMailDomains },
  });

/** Another user saved after the editor had loaded the provider (SSO-10). */
export const changedMeanwhile = () =>
  new ProviderConflictError('changedMeanwhile', { key: 'externalProviders.changedMeanwhile' });

/** The reason why the provider cannot be activated (SSO-13). */
export const activationRefused = (reason: ActivationRefusal) =>
  new ProviderConflictError(reason, { key: `externalProviders.${reason}` });

/** An active provider must keep a proved mail domain (SSO-13). */
export const lastDomain = () => new ProviderConflictError('lastDomain', { key: 'externalProviders.lastDomain' });

/** The mail domain is proved already. */
export const domainProved = (domain: string) =>
  new ProviderConflictError('domainProved', { key: 'externalProviders.domainProved', values: { domain } });

/** A mail domain belongs to another provider (SSO-8). @param provider its name if it is the account's own; null for other accounts */
export const domainHeldElsewhere = (domain: string, provider: string | null) =>
  new ProviderConflictError(
    'domainOfOther',
    provider === null
      ? { key: 'externalProviders.domainOfOtherAccount', values: { domain } }
      : { key: 'externalProviders.domainOfOther', values: { domain, provider } },
  );

/** @throws InvalidInputError if a field has a problem */
export function assertFields(problems: FieldProblems): void {
  const found = Object.entries(problems).flatMap(([field, key]) => (key ? [{ field, key }] : []));
  if (found.length > 0)
    throw new InvalidInputError(Object.fromEntries(found.map(({ field, key }) => [field, [{ key }]])));
}

/** @returns an error on one field */
export function fieldError(field: string, key: MessageKey, values: Record<string, string> = {}): InvalidInputError {
  return new InvalidInputError({ [field]: [{ key, values }] });
}

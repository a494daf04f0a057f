import { createHash } from 'node:crypto';
import type { CompanyFields } from '../accounts/brands.queries.ts';
import type { ShownCustomer } from '../accounts/shown-customers.queries.ts';
import type { Changes } from '../audit/changes.ts';

export const auditedFields = [
  'name',
  'slug',
  'logoLight',
  'logoDark',
  'accentLight',
  'accentDark',
  'mailSenderName',
  'mailSender',
  'mailReplyTo',
  'contactUrl',
] as const satisfies readonly (keyof CompanyFields)[];

/** A short hash that changes with any part of a brand (BRAND-8). */
export function brandRevision(company: CompanyFields, customers: readonly ShownCustomer[]): string {
  const parts = [auditedFields.map((field) => company[field]), customers.map(({ name, logo }) => [name, logo])];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/** Changes of the shown customers, for the audit log: the names in order, and added and removed logos by hash. */
export function customerChanges(before: readonly ShownCustomer[], after: readonly ShownCustomer[]): Changes {
  const changes: Record<string, Changes[string]> = {};
  const [old, now] = [before, after].map((all) => all.map(({ name }) => name)) as [string[], string[]];
  if (JSON.stringify(old) !== JSON.stringify(now)) changes.customers = [old, now];
  const [went, came] = [logosMissingFrom(before, after), logosMissingFrom(after, before)];
  if (went.length > 0 || came.length > 0) changes.customerLogos = [went, came];
  return changes;
}

/** The logos of `customers` that `others` do not have. */
function logosMissingFrom(customers: readonly ShownCustomer[], others: readonly ShownCustomer[]): string[] {
  const known = new Set(others.map(logoFingerprint));
  return customers
    .filter(({ logo }) => logo !== null)
    .map(logoFingerprint)
    .filter((text) => !known.has(text));
}

function logoFingerprint({ name, logo }: ShownCustomer): string {
  return `${name}: ${createHash('sha256')
    .update(logo ?? '')
    .digest('hex')
    .slice(0, 12)}`;
}

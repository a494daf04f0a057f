import { isDeepStrictEqual } from 'node:util';
import type { Theme } from '@portico/contract';
import {
  type Company,
  listAllLogos,
  listAllShownCustomers,
  listCompanies,
  type ShownCustomer,
} from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { Change } from '../apply/changes.ts';
import { canonicalCatalog, type Written } from '../file/canonical.ts';
import { listModel } from '../file/model.ts';
import { maxPictureBytes, readStoredPicture } from '../file/picture.ts';
import { findNewest, type VersionSummary } from './versions.queries.ts';

/** What is sold, and its version. */
export interface PublishedCatalog {
  readonly id: number;
  readonly definition: Written;
}

/** The published definition, with the current brands (BRAND-7). @returns undefined before the first version (CAT-45) */
export async function readPublished(on: Queryable): Promise<PublishedCatalog | undefined> {
  const newest = await findNewest(on);
  if (!newest) return undefined;
  const [logos, customers] = [await listAllLogos(on), await listAllShownCustomers(on)];
  const companies = (await listCompanies(on)).map((company) => ({
    ...toWrittenCompany(company, logos.get(company.id)),
    customers: toWrittenCustomers(customers.get(company.id)),
  }));
  return { id: newest.id, definition: canonicalCatalog({ ...newest.definition, companies }) };
}

function toWrittenCompany(company: Company, logos: ReadonlyMap<Theme, Buffer> = new Map()): Written {
  const given = listModel('companies').item.fields.flatMap(({ name }) => {
    const value = company[name as keyof Company];
    return value === null || value === undefined ? [] : [[name, value] as const];
  });
  const written = Object.fromEntries(given);
  const isDrawn = (value: unknown) => typeof value === 'string' && !value.startsWith('data:');
  if (!isDrawn(written.logoLight) && !isDrawn(written.logoDark)) return written;
  return { ...written, ...readLogo('logoLight', logos.get('light')), ...readLogo('logoDark', logos.get('dark')) };
}

/** The customers that a brand's sign-up page shows. */
function toWrittenCustomers(customers: readonly ShownCustomer[] = []): Written[] {
  return customers.map(({ name, logo }) => (logo === null ? { name } : { name, logo }));
}

/** A logo that is too large for a catalog file is left out; the brand keeps it. */
function readLogo(name: string, content: Buffer | undefined): Written {
  if (!content) return { [name]: undefined };
  const picture = readStoredPicture(`data:image/png;base64,${content.toString('base64')}`, maxPictureBytes);
  return { [name]: 'uri' in picture ? picture.uri : undefined };
}

/** Whether two definitions sell the same. Brands are not compared, because they have pages of their own. */
export function sellsTheSame(a: Written, b: Written): boolean {
  const sold = (definition: Written) => ({ ...canonicalCatalog(definition), companies: undefined });
  return isDeepStrictEqual(sold(a), sold(b));
}

/** Counts changes by kind. */
export function summarizeChanges(changes: readonly Change[]): VersionSummary {
  const count = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).length;
  return {
    added: count('added'),
    changed: count('changed'),
    restored: count('restored'),
    retired: count('retired'),
    amended: listAmendedPrices(changes).length,
  };
}

const terms = ['amount', 'interval', 'intervalCount', 'currency'];

/** Changed prices; existing subscriptions keep the former ones (CAT-5). */
export function listAmendedPrices(changes: readonly Change[]): Change[] {
  return changes.filter(
    ({ entity, kind, fields }) =>
      entity === 'price' && kind === 'changed' && fields.some(({ field }) => terms.includes(field)),
  );
}

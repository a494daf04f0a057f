import type { LocalizedText } from '../../core/messages/index.ts';
import type { CatalogDefinition } from '../file/definition.ts';
import type { StoredCatalog } from './apply.queries.ts';

export type Entity = 'company' | 'product' | 'plan' | 'add-on' | 'price' | 'coupon';

export interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** A change of one catalog entry in the database. */
export interface Change {
  readonly entity: Entity;
  readonly id: string;
  /** An English name. */
  readonly name: string;
  /** `restored`: it was retired and is in the file again. */
  readonly kind: 'added' | 'changed' | 'retired' | 'restored';
  /** For `changed` and `restored`. */
  readonly fields: readonly FieldChange[];
}

interface ComparedEntry {
  readonly id: string;
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly retired: boolean;
}

/** The differences between file and database, in the file's order. Retired entries come last. */
export function findChanges(definition: CatalogDefinition, stored: StoredCatalog): Change[] {
  const plansOfAddon = (rows: readonly { addonId: string; planId: string }[], addonId: string) =>
    rows
      .filter((row) => row.addonId === addonId)
      .map((row) => row.planId)
      .sort();
  return [
    ...companyChanges(definition, stored),
    ...compare('product', definition.products.map(describeEntry), stored.products.map(describeStored)),
    ...compare('plan', definition.plans.map(describeEntry), stored.plans.map(describeStored)),
    ...compare(
      'add-on',
      definition.addons.map((row) => describeEntry({ ...row, plans: plansOfAddon(definition.addonPlans, row.id) })),
      stored.addons.map((row) => describeStored({ ...row, plans: plansOfAddon(stored.addonPlans, row.id) })),
    ),
    ...compare('price', definition.prices.map(describeEntry), stored.prices.map(describeStored)),
    ...compare(
      'coupon',
      definition.coupons.map((row) => describeEntry({ ...row, id: row.code })),
      stored.coupons.map((row) => describeStored({ ...row, id: row.code })),
    ),
  ];
}

/**
 * The file's first brand is the default one; the others are matched by slug. Brands are never removed, and those that operators edited are unchanged (BRAND-7).
 */
function companyChanges(definition: CatalogDefinition, stored: StoredCatalog): Change[] {
  return definition.companies.flatMap((company, index) => {
    const known = stored.companies.find(({ id, slug }) => (index === 0 ? id === 1 : slug === company.slug));
    if (known?.editedAt) return [];
    const { id, ...own } = known ?? { id: 0 };
    const wanted = { ...company, customers: definition.shownCustomers[index]?.customers ?? [] };
    const fields = { ...own, customers: stored.shownCustomers.get(id) ?? [] };
    return compare(
      'company',
      [{ id: company.slug, name: company.name, fields: wanted, retired: false }],
      known ? [{ id: company.slug, name: company.name, fields, retired: false }] : [],
    );
  });
}

type Named = { id: string } & ({ name: LocalizedText } | { caption: LocalizedText });

function describeEntry<Row extends Named>(row: Row): ComparedEntry {
  const { id, ...fields } = row;
  return { id, name: entryName(row), fields, retired: false };
}

function entryName(row: Named): string {
  return ('name' in row ? row.name : row.caption).en;
}

function describeStored<Row extends Named & { createdAt: Date; retiredAt: Date | null }>(row: Row): ComparedEntry {
  const { id, createdAt: _createdAt, retiredAt, ...fields } = row;
  return { id, name: entryName(row), fields, retired: retiredAt !== null };
}

function compare(entity: Entity, inFile: readonly ComparedEntry[], inDatabase: readonly ComparedEntry[]): Change[] {
  const wanted = withRanks(inFile, inDatabase);
  const stored = withRanks(inDatabase, inFile);
  const known = new Map(stored.map((one) => [one.id, one]));
  const kept = new Set(wanted.map(({ id }) => id));
  return [
    ...wanted.flatMap((one): Change[] => {
      const before = known.get(one.id);
      if (!before) return [{ entity, id: one.id, name: one.name, kind: 'added', fields: [] }];
      const fields = Object.entries(one.fields).flatMap(([field, to]) =>
        canonicalText(before.fields[field]) === canonicalText(to) ? [] : [{ field, from: before.fields[field], to }],
      );
      if (before.retired) return [{ entity, id: one.id, name: one.name, kind: 'restored', fields }];
      return fields.length > 0 ? [{ entity, id: one.id, name: one.name, kind: 'changed', fields }] : [];
    }),
    ...stored
      .filter(({ id, retired }) => !retired && !kept.has(id))
      .map(({ id, name }): Change => ({ entity, id, name, kind: 'retired', fields: [] })),
  ];
}

/** Replaces positions by ranks among the siblings that both sides have, so that entries do not change when others are added or retired. */
function withRanks(list: readonly ComparedEntry[], other: readonly ComparedEntry[]): ComparedEntry[] {
  const common = new Set(other.filter(({ retired }) => !retired).map(({ id }) => id));
  const group = ({ fields }: ComparedEntry) =>
    canonicalText([fields.productId, fields.planId, fields.pricePlanId, fields.addonId, fields.kind]);
  const siblings = Map.groupBy(
    list.filter(({ id, retired }) => !retired && common.has(id)),
    group,
  );
  const ranks = new Map(
    [...siblings.values()].flatMap((some) =>
      some
        .sort((a, b) => Number(a.fields.position) - Number(b.fields.position))
        .map(({ id }, rank): [string, number] => [id, rank]),
    ),
  );
  return list.map((one) =>
    'position' in one.fields ? { ...one, fields: { ...one.fields, position: ranks.get(one.id) ?? null } } : one,
  );
}

/** A canonical text of a value, because PostgreSQL reorders the fields of JSON objects. */
function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

import { or, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { licenses } from '../../core/db/schema/licenses.gen.ts';
import { textPatterns } from '../../core/db/text-patterns.ts';

/** Some licenses of all accounts whose numbers or serial numbers begin with a text, in any case. */
export function searchLicenses(on: Queryable, text: string, limit: number) {
  const { begins } = textPatterns(text);
  return on
    .select({
      id: licenses.id,
      accountId: licenses.accountId,
      number: licenses.number,
      serialNumber: licenses.serialNumber,
    })
    .from(licenses)
    .where(or(sql`lower(${licenses.number}) like ${begins}`, sql`lower(${licenses.serialNumber}) like ${begins}`))
    .limit(limit);
}

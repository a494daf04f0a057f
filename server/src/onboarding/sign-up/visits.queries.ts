import { type SignUpVisitStep, signUpVisitSteps } from '@portico/contract';
import { and, count, eq, gte, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { retention } from '../../core/db/retention.ts';
import { signUpVisits } from '../../core/db/schema/sign-up.gen.ts';

/** A step that a visitor reached. */
export interface VisitStep {
  readonly visit: string;
  readonly step: SignUpVisitStep;
  readonly companyId: number;
  /** Empty if none was named. */
  readonly productId: string;
}

/** Stores the furthest step of a visit, with its brand and product. It counts for the day on which the visit began. */
export async function recordVisitStep(on: Queryable, { visit, step, companyId, productId }: VisitStep): Promise<void> {
  const order = sql.raw(`array[${signUpVisitSteps.map((name) => `'${name}'`).join(', ')}]`);
  await on.execute(sql`
    insert into ${signUpVisits} as kept (visit, step, day, company_id, product_id)
    values (${visit}, ${step}, (now() at time zone 'utc')::date, ${companyId}, ${productId})
    on conflict (visit) do update set
      step = excluded.step,
      company_id = excluded.company_id,
      product_id = case when excluded.product_id = '' then kept.product_id else excluded.product_id end
    where array_position(${order}, excluded.step) > coalesce(array_position(${order}, kept.step), 0)`);
}

/** A range of days and its filters. Days are ISO dates, both inclusive. */
export interface FunnelSelection {
  readonly from: string;
  readonly to: string;
  readonly companyId?: number | undefined;
  readonly productId?: string | undefined;
}

/** Counts visits by their last step and the day on which they began, latest first. */
export function countLastSteps(on: Queryable, { from, to, companyId, productId }: FunnelSelection) {
  return on
    .select({ day: signUpVisits.day, step: signUpVisits.step, visits: count() })
    .from(signUpVisits)
    .where(
      and(
        gte(signUpVisits.day, from),
        lte(signUpVisits.day, to),
        companyId === undefined ? undefined : eq(signUpVisits.companyId, companyId),
        productId === undefined ? undefined : eq(signUpVisits.productId, productId),
      ),
    )
    .groupBy(signUpVisits.day, signUpVisits.step)
    .orderBy(sql`${signUpVisits.day} desc`);
}

/** Deletes visits that began more than 400 days ago. */
export async function deleteOldVisits(on: Queryable): Promise<void> {
  await on.execute(sql`
    delete from ${signUpVisits} where visit in (
      select visit from ${signUpVisits} where day < (now() at time zone 'utc')::date - ${sql.raw(String(retention.signUpVisit.value))}
      order by day limit 100000)`);
}

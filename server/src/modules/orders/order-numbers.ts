import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';

/** The next number that the portal gives to an order (ORD-1). */
export async function nextOrderNumber(on: Queryable): Promise<string> {
  const { rows } = await on.execute<{ number: string }>(sql`select 'OR-' || nextval('order_numbers') as number`);
  return (rows[0] as { number: string }).number;
}

/** Whether the portal could give a number of this form, in any case. Operators then have to choose another one (ORD-1). */
export function isReservedNumber(number: string): boolean {
  return /^OR-\d+$/i.test(number);
}

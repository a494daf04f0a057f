import type { Queryable } from '../../db/database.ts';
import { closingContacts } from '../../db/schema/subscriptions.gen.ts';

export async function insertClosingContact(on: Queryable, contact: typeof closingContacts.$inferInsert): Promise<void> {
  await on.insert(closingContacts).values(contact);
}

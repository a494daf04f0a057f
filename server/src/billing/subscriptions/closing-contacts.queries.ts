import type { Queryable } from '../../core/db/database.ts';
import { closingContacts } from '../../core/db/schema/subscriptions.gen.ts';

export async function insertClosingContact(on: Queryable, contact: typeof closingContacts.$inferInsert): Promise<void> {
  await on.insert(closingContacts).values(contact);
}

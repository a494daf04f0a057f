import { customType } from 'drizzle-orm/pg-core';

/** A `bytea` column, which Drizzle does not have. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

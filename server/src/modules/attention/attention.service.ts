import type { attention, ResponseOf } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import type { RequestContext } from '../../http/request-context.ts';

export interface AttentionContext {
  readonly database: Database;
}

export async function listAttention(
  _context: AttentionContext & RequestContext,
): Promise<ResponseOf<typeof attention.list>> {
  return { items: [] };
}

import type { ProductToken } from '@portico/contract';
import { can, type Viewer } from '../../../lib/permissions.ts';

export type TokenAction = 'replace' | 'endOverlap' | 'disable' | 'edit' | 'delete';

/**
 * What can be done with a token, by who looks and how it stands: the needed one first, which has a button in the row. A token that expires soon is
 * replaced, one that is being replaced is ended, and any other that works is disabled.
 * @returns `primary` is null where nothing is needed; `others` are its menu's
 */
export function rowActions(
  { state }: Pick<ProductToken, 'state'>,
  viewer?: Viewer,
): { primary: TokenAction | null; others: TokenAction[] } {
  if (!can('productTokens.manage', viewer)) return { primary: null, others: [] };
  const mayReplace = can('productTokens.add', viewer);
  switch (state) {
    case 'active':
      return { primary: 'disable', others: [...(mayReplace ? (['replace'] as const) : []), 'edit', 'delete'] };
    case 'expiresSoon':
      return mayReplace
        ? { primary: 'replace', others: ['edit', 'disable', 'delete'] }
        : { primary: 'disable', others: ['edit', 'delete'] };
    case 'beingReplaced':
      return { primary: 'endOverlap', others: ['disable', 'delete'] };
    case 'expired':
      return { primary: null, others: ['edit', 'delete'] };
    case 'disabled':
      return { primary: null, others: ['delete'] };
  }
}

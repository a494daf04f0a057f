import type { ProductToken } from '@portico/contract';
import { can, type Viewer } from '../../../lib/permissions.ts';

export type TokenAction = 'replace' | 'endOverlap' | 'disable' | 'edit' | 'delete';

/**
 * The actions by state. `primary` is the needed action, with a button in the row; a token that does not work needs
 * none.
 */
const offered: Record<ProductToken['state'], { primary: TokenAction | null; others: TokenAction[] }> = {
  active: { primary: 'disable', others: ['replace', 'edit', 'delete'] },
  expiresSoon: { primary: 'replace', others: ['edit', 'disable', 'delete'] },
  beingReplaced: { primary: 'endOverlap', others: ['disable', 'delete'] },
  expired: { primary: null, others: ['edit', 'delete'] },
  disabled: { primary: null, others: ['delete'] },
};

/** The user's actions on a token, by its state. `others` are in its menu. */
export function rowActions(
  { state, overlapEnds }: Pick<ProductToken, 'state' | 'overlapEnds'>,
  viewer?: Viewer,
): { primary: TokenAction | null; others: TokenAction[] } {
  if (!can('productTokens.manage', viewer)) return { primary: null, others: [] };
  const { primary, others } = offered[state];
  // A replaced token cannot be edited (TOK-7).
  return { primary, others: overlapEnds ? others.filter((action) => action !== 'edit') : others };
}

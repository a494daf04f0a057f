import { useLingui } from '@lingui/react/macro';
import type { SearchHitKind } from '@portico/contract';
import { Building2, FileText, KeyRound, type LucideIcon, ShoppingBag, UserRound } from 'lucide-react';

const icons: Record<SearchHitKind, LucideIcon> = {
  account: Building2,
  user: UserRound,
  license: KeyRound,
  order: ShoppingBag,
  invoice: FileText,
};

export const kindIcon = (kind: SearchHitKind): LucideIcon => icons[kind];

/** The names of the kinds. */
export function useKindWords(): Record<SearchHitKind, string> {
  const { t } = useLingui();
  return {
    account: t`Account`,
    user: t`User`,
    license: t`License`,
    order: t`Order`,
    invoice: t`Invoice`,
  };
}

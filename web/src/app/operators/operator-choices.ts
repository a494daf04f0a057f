import type { SearchHit } from '@portico/contract';
import { useNavigate } from '@tanstack/react-router';
import { can } from '../../lib/permissions.ts';
import { kindIcon, useKindWords } from '../../operators/operator-search/kinds.ts';
import { useOperatorSearch } from '../../operators/operator-search/operator-search.api.ts';
import { findTarget } from '../../operators/operator-search/target.ts';
import type { Choice } from '../palette/rank.ts';

/** Search results from all accounts, in the server's order (OPR-1). */
export function useSearchChoices(typed: string): Choice[] {
  const navigate = useNavigate();
  const words = useKindWords();
  const { items } = useOperatorSearch(typed, { enabled: can('operator.search') });
  return items.map((found: SearchHit): Choice => {
    const { kind, id, label, detail, account } = found;
    const owner = kind === 'account' ? null : account?.name;
    return {
      id: `found-${kind}-${id}`,
      icon: kindIcon(kind),
      label,
      context: [words[kind], owner, detail].filter(Boolean).join(' · '),
      run: () => void navigate(findTarget(found)),
    };
  });
}

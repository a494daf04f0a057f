import type { SearchHit } from '@portico/contract';
import { useNavigate } from '@tanstack/react-router';
import { can } from '../../lib/permissions.ts';
import { iconOf, useKindWords } from '../../operators/operator-search/kinds.ts';
import { useFound } from '../../operators/operator-search/operator-search.api.ts';
import { targetOf } from '../../operators/operator-search/target.ts';
import type { Choice } from '../palette/rank.ts';

/** Search results from all accounts, in the server's order (OPR-1). */
export function useFoundChoices(typed: string): Choice[] {
  const navigate = useNavigate();
  const words = useKindWords();
  const { items } = useFound(typed, { enabled: can('operator.search') });
  return items.map((found: SearchHit): Choice => {
    const { kind, id, label, detail, account } = found;
    const owner = kind === 'account' ? null : account?.name;
    return {
      id: `found-${kind}-${id}`,
      icon: iconOf(kind),
      label,
      context: [words[kind], owner, detail].filter(Boolean).join(' · '),
      run: () => void navigate(targetOf(found)),
    };
  });
}

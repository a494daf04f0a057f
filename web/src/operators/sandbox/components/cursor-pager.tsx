import { Trans } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import type { ChangeSearch, SandboxSearch } from '../search.ts';

interface CursorPagerProps {
  page: { items: readonly { id: string }[]; hasMore: boolean } | undefined;
  search: SandboxSearch;
  onSearchChange: ChangeSearch;
}

/** Buttons for the older and newer rows of a growing list. */
export function CursorPager({ page, search, onSearchChange }: CursorPagerProps) {
  if (!page) return null;
  const hasNewer = search.before ? page.hasMore : search.after !== undefined;
  const hasOlder = search.before !== undefined || page.hasMore;
  if (!hasNewer && !hasOlder) return null;
  const go = (to: Pick<SandboxSearch, 'after' | 'before'>) =>
    onSearchChange({ after: undefined, before: undefined, ...to });
  return (
    <div className="flex justify-end gap-2 border-t border-line px-4 py-3">
      <Button size="sm" disabled={!hasNewer} onClick={() => go({ before: page.items[0]?.id })}>
        <ChevronLeft aria-hidden="true" />
        <Trans>Newer</Trans>
      </Button>
      <Button size="sm" disabled={!hasOlder} onClick={() => go({ after: page.items.at(-1)?.id })}>
        <Trans>Older</Trans>
        <ChevronRight aria-hidden="true" />
      </Button>
    </div>
  );
}

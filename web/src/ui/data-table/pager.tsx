import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { useFormat } from '../../lib/format.ts';
import { NativeSelect } from '../native-select.tsx';
import { type ListSearch, pagerPages, pageSizes } from './search.ts';

interface PagerProps {
  /** The list's name, for pages with more than one list. */
  caption: string;
  total: number;
  totalPages: number;
  search: ListSearch;
  onSearchChange: (change: Partial<ListSearch>) => void;
  /** The page sizes to choose from. */
  sizes?: readonly number[];
}

const pageClasses =
  'grid size-8 pointer-coarse:size-9 place-items-center rounded-control font-medium tabular-nums hover:bg-neutral-soft disabled:cursor-not-allowed disabled:text-muted/60 disabled:hover:bg-transparent [&_svg]:size-4';

/** Page sizes, previous, pages, next and total (UI-11). Below 768 px, 'Page 2 of 24' replaces the page numbers. */
export function Pager({ caption, total, totalPages, search, onSearchChange, sizes = pageSizes }: PagerProps) {
  const { t } = useLingui();
  const { number } = useFormat();
  const { page, pageSize } = search;
  const first = number((page - 1) * pageSize + 1);
  const last = number(Math.min(page * pageSize, total));
  const all = number(total);
  const go = (next: number) => onSearchChange({ page: next });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-4 py-3">
      <div className="flex items-center gap-3 text-sm text-muted">
        <span className="max-sm:sr-only">
          <Trans>Rows per page</Trans>
        </span>
        <NativeSelect
          aria-label={t`Rows per page`}
          className="h-8 w-20 pointer-coarse:h-9"
          value={String(pageSize)}
          onChange={(size) => onSearchChange({ pageSize: Number(size), page: 1 })}
          options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
        />
      </div>
      <nav
        aria-label={t({ message: `${caption}: pages`, comment: 'Of a list, such as: Invoices' })}
        className="flex items-center gap-1"
      >
        <button
          type="button"
          aria-label={t`Previous page`}
          disabled={page <= 1}
          className={pageClasses}
          onClick={() => go(page - 1)}
        >
          <ChevronLeft aria-hidden="true" />
        </button>
        <span className="px-1 text-sm text-muted tabular-nums md:hidden">
          <Trans>
            Page {page} of {totalPages}
          </Trans>
        </span>
        <PageNumbers page={page} totalPages={totalPages} go={go} />
        <button
          type="button"
          aria-label={t`Next page`}
          disabled={page >= totalPages}
          className={pageClasses}
          onClick={() => go(page + 1)}
        >
          <ChevronRight aria-hidden="true" />
        </button>
      </nav>
      <span className="whitespace-nowrap text-sm text-muted tabular-nums">
        <Trans>
          {first}–{last} of {all}
        </Trans>
      </span>
    </div>
  );
}

function PageNumbers({ page, totalPages, go }: { page: number; totalPages: number; go: (page: number) => void }) {
  const { t } = useLingui();
  return pagerPages(page, totalPages).map((target, index) =>
    target === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a gap is known by its place alone
      <span key={`gap-${index}`} aria-hidden="true" className="w-6 text-center text-muted max-md:hidden">
        …
      </span>
    ) : (
      <button
        key={target}
        type="button"
        aria-label={t`Page ${target}`}
        aria-current={target === page ? 'page' : undefined}
        className={cn(pageClasses, 'max-md:hidden', target === page && 'bg-accent text-on-accent hover:bg-accent')}
        onClick={() => go(target)}
      >
        {target}
      </button>
    ),
  );
}

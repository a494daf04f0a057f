import type { ReactNode } from 'react';
import { usePageTitle } from '../lib/use-page-title.ts';

interface PageHeaderProps {
  /** The page's own title if omitted. */
  title?: ReactNode;
  description?: ReactNode;
  /** Tags beside the title. */
  tags?: ReactNode;
  /** Buttons at the end of the line; at most one primary. */
  actions?: ReactNode;
}

/** The heading of a page, which is focused after a navigation. Every page has exactly one. */
export function PageHeader({ title, description, tags, actions }: PageHeaderProps) {
  return (
    <div className="mb-5 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0 max-w-full wrap-anywhere">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 tabIndex={-1} className="min-w-0 text-title font-semibold leading-7 tracking-tight">
            {title ?? <PageTitle />}
          </h1>
          {tags}
        </div>
        {description && <p className="mt-1 max-w-2xl text-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2 max-sm:w-full">{actions}</div>}
    </div>
  );
}

function PageTitle() {
  return usePageTitle();
}

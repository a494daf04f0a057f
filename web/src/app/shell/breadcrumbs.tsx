import { useLingui } from '@lingui/react';
import { useLingui as useMessages } from '@lingui/react/macro';
import { type AnyRoute, Link, type StaticDataRouteOption, useMatches, useRouter } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { usePageName, useProductName } from '../../lib/page-subject.ts';
import { can } from '../../lib/permissions.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { paths } from '../paths.ts';

interface Crumb {
  path: string;
  /** Null until the name is known. */
  label: string | null;
}

/** The pages above the current one, from the top, and the page itself. */
function useCrumbs(): Crumb[] {
  const { i18n } = useLingui();
  const page = useMatches().findLast(({ staticData }) => staticData.title);
  const router = useRouter();
  const params = (page?.params ?? {}) as Record<string, string>;
  const above: { path: string; info: StaticDataRouteOption }[] = [];
  for (let path = page?.fullPath as string | undefined; path; path = above[0]?.info.under) {
    above.unshift({ path, info: (router.routesById as Record<string, AnyRoute>)[path]?.options.staticData ?? {} });
  }
  const productName = useProductName(above.some(({ info }) => info.isProduct) ? params.id : undefined);
  const crumbs = above.map(({ path, info: { title, isProduct } }) => ({
    path: router.buildLocation({ to: path, params } as never).pathname,
    label: isProduct || !title ? productName : i18n._(title),
  }));
  const last = crumbs.at(-1);
  const pageName = usePageName(last?.path);
  return last && pageName ? [...crumbs.slice(0, -1), { ...last, label: pageName }] : crumbs;
}

const separator = <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 text-muted" />;

export function Breadcrumbs() {
  const { t } = useMessages();
  const crumbs = useCrumbs();
  const home: Crumb[] = preloaded().user && crumbs[0]?.path !== '/' ? [{ path: paths.home, label: t`Home` }] : [];
  const all = [...home, ...crumbs];
  return (
    <nav aria-label={t`Breadcrumbs`} className="min-w-0 flex-1 max-xs:invisible">
      <ol className="flex min-w-0 items-center gap-1.5">
        {all.map(({ path, label }, index) => {
          const isLast = index === all.length - 1;
          const words = label ?? <Skeleton className="w-20" />;
          return (
            <li
              key={path}
              // The current page's title is truncated last.
              className={cn('flex min-w-0 items-center gap-1.5', !isLast && 'shrink-[999] max-md:hidden')}
            >
              {isLast ? (
                <span aria-current="page" title={label ?? undefined} className="truncate">
                  {words}
                </span>
              ) : path === paths.billing && !can('billing.view') ? (
                <span className="truncate text-muted">{words}</span>
              ) : (
                <Link to={path} title={label ?? undefined} className="truncate rounded text-muted hover:text-ink">
                  {words}
                </Link>
              )}
              {!isLast && separator}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

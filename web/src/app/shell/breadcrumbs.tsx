import { useLingui } from '@lingui/react';
import { useLingui as useMessages } from '@lingui/react/macro';
import {
  type AnyRoute,
  Link,
  type StaticDataRouteOption,
  useLocation,
  useMatches,
  useRouter,
} from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { usePageName, useProductName, useProductOfPage } from '../../lib/page-subject.ts';
import { can } from '../../lib/permissions.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { paths } from '../paths.ts';
import { type MenuGroup, productsGroup } from './menu.ts';
import { useIsOwnProduct } from './use-menu.ts';

interface Crumb {
  key: string;
  /** The page's address; undefined if the user may not open it, or for a group without a page. */
  to: string | undefined;
  /** Null until the name is known. */
  label: string | null;
}

interface Ancestor {
  path: string;
  info: StaticDataRouteOption;
}

/** The pages from the menu to the current page, and their group in the menu. */
function useAncestors(isOwn: boolean): { group: MenuGroup | undefined; pages: Ancestor[] } {
  const page = useMatches().findLast(({ staticData }) => staticData.title);
  const { routesById } = useRouter();
  const at = (path: string) => ({
    path,
    info: (routesById as Record<string, AnyRoute>)[path]?.options.staticData ?? {},
  });
  const pages: Ancestor[] = [];
  for (let path = page?.fullPath as string | undefined; path; path = pages[0]?.info.under) pages.unshift(at(path));
  const [top, ...below] = pages;
  if (!top?.info.isProduct && !(isOwn && pages.at(-1)?.info.tab)) return { group: top?.info.menu?.group, pages };
  if (!isOwn) return { group: undefined, pages: [at(paths.products), ...pages] };
  return { group: productsGroup, pages: [at(paths.product), ...below] };
}

/** The menu's group, the pages above the current one, and the page itself (UI-9). */
function useCrumbs(): Crumb[] {
  const { i18n } = useLingui();
  const router = useRouter();
  const { pathname, search } = useLocation();
  const params = (useMatches().at(-1)?.params ?? {}) as Record<string, string>;
  const productId = useProductOfPage(pathname);
  const productName = useProductName(productId ?? undefined);
  const isOwn = useIsOwnProduct(productId);
  const pageName = usePageName(pathname);
  const { group, pages } = useAncestors(isOwn);
  const isOpen = (path: string) => {
    const { action } = (router.routesById as Record<string, AnyRoute>)[path]?.options.staticData ?? {};
    return !action || can(action);
  };
  const crumbs = pages.map(({ path, info: { title, isProduct, tab, menu } }): Crumb => {
    const label = (isOwn && tab?.(search as Record<string, unknown>)) || menu?.label || title;
    const at = isProduct ? { ...params, id: productId } : params;
    return {
      key: path,
      to: isOpen(path) ? router.buildLocation({ to: path, params: at } as never).pathname : undefined,
      label: isProduct || !label ? productName : i18n._(label),
    };
  });
  const last = crumbs.at(-1);
  if (last && pageName) crumbs.splice(-1, 1, { ...last, label: pageName });
  if (!group) return crumbs;
  const to = group.to !== undefined && isOpen(group.to) ? group.to : undefined;
  return [{ key: group.id, to, label: i18n._(group.label) }, ...crumbs];
}

const separator = <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 text-muted" />;

export function Breadcrumbs() {
  const { t } = useMessages();
  const crumbs = useCrumbs();
  return (
    <nav aria-label={t`Breadcrumbs`} className="min-w-0 flex-1 max-xs:invisible">
      <ol className="flex min-w-0 items-center gap-1.5">
        {crumbs.map(({ key, to, label }, index) => {
          const isLast = index === crumbs.length - 1;
          const words = label ?? <Skeleton className="w-20" />;
          return (
            <li
              key={key}
              // The current page's title is truncated last.
              className={cn('flex min-w-0 items-center gap-1.5', !isLast && 'shrink-[999] max-md:hidden')}
            >
              {isLast ? (
                <span aria-current="page" title={label ?? undefined} className="truncate">
                  {words}
                </span>
              ) : to === undefined ? (
                <span className="truncate text-muted">{words}</span>
              ) : (
                <Link to={to} title={label ?? undefined} className="truncate rounded text-muted hover:text-ink">
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

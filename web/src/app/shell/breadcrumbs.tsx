import { useLingui } from '@lingui/react';
import { useLingui as useMessages } from '@lingui/react/macro';
import { Link, useMatches } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { useProductName } from '../../lib/page-subject.ts';
import { can } from '../../lib/permissions.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { paths } from '../paths.ts';
import { titleOf } from '../titles.ts';

interface Crumb {
  path: string;
  /** Null while the name of what it stands for is not known yet. */
  label: string | null;
}

/** The way to the page one is on, from the route tree. The last one is the page itself. */
function useCrumbs(): Crumb[] {
  const { i18n } = useLingui();
  const matches = useMatches();
  const productMatch = matches.find(({ staticData: { subject, ofProduct } }) => subject === 'product' || ofProduct);
  const { id: productId = '' } = (productMatch?.params ?? {}) as { id?: string };
  const productName = useProductName(productId || undefined);
  return matches.flatMap((match): Crumb[] => {
    const { subject, titleKey, under, ofProduct } = match.staticData;
    if (subject === 'product') return [{ path: match.pathname, label: productName }];
    const title = titleKey && titleOf(titleKey);
    const above = under && titleOf(under.titleKey);
    return [
      ...(ofProduct ? [{ path: paths.product.replace('$id', productId), label: productName }] : []),
      ...(under && above ? [{ path: under.path, label: i18n._(above) }] : []),
      ...(title ? [{ path: match.pathname, label: i18n._(title) }] : []),
    ];
  });
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
              // The page's own name is the last to be cut.
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

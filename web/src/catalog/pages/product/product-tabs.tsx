import { useLingui } from '@lingui/react';
import { Trans, useLingui as useMessages } from '@lingui/react/macro';
import type { Application } from '@portico/contract';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { paths } from '../../../app/paths.ts';
import { can } from '../../../lib/permissions.ts';
import { productTabs } from '../../../lib/product-tabs.ts';
import { areProductPagesClosed, subscriptionLink } from '../../../lib/subscription-link.ts';
import { useOwnLicenses, useOwnProducts } from '../../own-products.ts';

type Tab = keyof typeof productTabs;

interface ProductTabsProps {
  productId: string | undefined;
  current: Tab;
}

/**
 * The tabs of a product, on each of their pages. Renders nothing if the account does not have the product. Hides a tab
 * if the user may not open its page, or if the product has no such page.
 */
export function ProductTabs({ productId, current }: ProductTabsProps) {
  const { t } = useMessages();
  const products = useOwnProducts();
  const product = products?.find(({ id }) => id === productId?.toLowerCase());
  // Reserves the height, so that nothing moves when the account's products are loaded.
  if (!products && productId) return <div className="mb-6 h-[45px] border-b border-line" />;
  if (!product || (product.holding === null && !product.isBought) || areProductPagesClosed(product.id)) return null;
  const { displayName } = product;
  return (
    <nav
      aria-label={t`${displayName} sections`}
      className="mb-6 overflow-x-auto border-b border-line max-sm:-mx-4 max-sm:px-4"
    >
      <Tabs product={product} current={current} />
    </nav>
  );
}

function Tabs({ product, current }: { product: Application; current: Tab }) {
  const { id, holding, licensingType } = product;
  const hasLicense = licensingType !== 'None' && can('licenses.view');
  return (
    <ul className="flex gap-6">
      <TabLink tab="overview" current={current} to={paths.productSubscription} params={{ id }} />
      {hasLicense && <LicenseTab productId={id} current={current} />}
      {holding && can('subscriptions.view') && (
        <TabLink tab="subscription" current={current} {...subscriptionLink(id, holding.subscriptionId)} />
      )}
      {can('productDashboards.view') && (
        <TabLink tab="usage" current={current} to={paths.productDashboard} params={{ id }} />
      )}
      {can('productTokens.view') && (
        <TabLink
          tab="connect"
          current={current}
          to={paths.productDashboard}
          params={{ id }}
          search={{ tab: 'connect' }}
        />
      )}
    </ul>
  );
}

/** Links to the product's license, or to the list if there are several. */
function LicenseTab({ productId, current }: { productId: string; current: Tab }) {
  const { pathname } = useLocation();
  const { count, only } = useOwnLicenses(productId);
  const search = { productId };
  if (count === 0) return null;
  return current === 'license' ? (
    <TabLink tab="license" current={current} to={pathname} search={search} />
  ) : only ? (
    <TabLink tab="license" current={current} to={paths.license} params={{ id: String(only.id) }} search={search} />
  ) : (
    <TabLink tab="license" current={current} to={paths.licenses} search={search} />
  );
}

interface TabLinkProps {
  tab: Tab;
  current: Tab;
  to: string;
  params?: Readonly<Record<string, string | undefined>>;
  search?: Readonly<Record<string, string>>;
}

function TabLink({ tab, current, to, params = {}, search = {} }: TabLinkProps) {
  const { i18n } = useLingui();
  const isCurrent = tab === current;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // On a phone, the tabs scroll sideways.
    const list = item.current?.closest('nav');
    if (isCurrent && list) list.scrollLeft = (item.current?.offsetLeft ?? 0) - list.clientWidth / 3;
  }, [isCurrent]);
  const label: ReactNode = i18n._(productTabs[tab]);
  return (
    <li ref={item} className="shrink-0">
      <Link
        {...({ to, params, search } as { to: '/' })}
        // By default the router also marks links whose address the current one begins with.
        activeOptions={{ exact: true, includeSearch: true }}
        aria-current={isCurrent ? 'page' : undefined}
        className="flex h-[44px] items-center border-b-2 border-transparent font-medium text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-accent-text"
      >
        {tab === 'license' ? (
          <>
            <span className="max-sm:hidden">{label}</span>
            <span className="sm:hidden">
              <Trans>Devices</Trans>
            </span>
          </>
        ) : (
          label
        )}
      </Link>
    </li>
  );
}

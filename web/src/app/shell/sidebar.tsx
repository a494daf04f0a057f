import { useLingui } from '@lingui/react';
import { Trans, useLingui as useMessages } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ArrowUpRight, ChevronDown, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { createContext, use, useId, useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { lazyPart } from '../../lib/lazy.tsx';
import { preloaded } from '../../lib/preloaded.ts';
import { useStore } from '../../lib/use-store.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { ProductLogo } from '../../ui/product-logo.tsx';
import { billingGroup, type MenuEntry, type MenuLink } from './menu.ts';
import { setSidebarCollapsed, sidebarIsCollapsed } from './sidebar-state.ts';
import { useCurrentEntry, useMenu } from './use-menu.ts';

/** A row of the menu. */
export const linkClasses =
  'relative flex h-9 w-full items-center gap-3 rounded-control px-2.5 font-medium text-muted transition-colors hover:bg-neutral-soft hover:text-ink max-sm:h-[44px] [&_svg]:size-[18px] [&_svg]:shrink-0';
const activeClasses = 'bg-accent-soft text-accent-text hover:bg-accent-soft hover:text-accent-text';

/** Labels that are hidden in the narrow rail, except for screen readers and tooltips. */
const wordsClasses = 'min-w-0 flex-1 truncate text-left rail:sr-only';

interface MenuState {
  /** The id of the current page's entry. */
  current: string | undefined;
  /** Called when a page of the menu is chosen, even the current one, so that the drawer closes. */
  onNavigate: () => void;
}

const State = createContext<MenuState>({ current: undefined, onNavigate: () => {} });

/** The label in the menu. The vendor's name is removed from a product's name. */
function useLabel({ label, product }: MenuLink): string {
  const { i18n } = useLingui();
  if (typeof label !== 'string') return i18n._(label);
  return (product && label.replace(preloaded().company.name, '').trim()) || label;
}

function SidebarItem({ link }: { link: MenuLink }) {
  const { i18n } = useLingui();
  const { current, onNavigate } = use(State);
  const { label, problem, reason, href, to, children } = link;
  const name = typeof label === 'string' ? label : i18n._(label);
  if (children) return <NestedItems key={String(contains(link, current))} link={link} />;
  const title = [name, ...[problem, reason].flatMap((words) => (words ? i18n._(words) : []))].join(' – ');
  const content = <ItemContent link={link} />;
  if (reason) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: an anchor without an address has no role
      <span
        role="link"
        aria-disabled="true"
        // Reachable by keyboard, so that screen readers announce the reason.
        tabIndex={0}
        title={title}
        className={cn(
          linkClasses,
          'cursor-not-allowed hover:bg-transparent hover:text-muted [&>:first-child]:opacity-55',
        )}
      >
        {content}
      </span>
    );
  }
  if (href) {
    return (
      <a href={href(preloaded())} target="_blank" rel="noopener noreferrer" title={title} className={linkClasses}>
        {content}
        <ArrowUpRight aria-hidden="true" className="-ml-2 size-3.5! rail:hidden" />
      </a>
    );
  }
  const isCurrent = link.id === current;
  return (
    <Link
      to={to ?? '/'}
      onClick={onNavigate}
      title={title}
      activeOptions={{ exact: true }}
      aria-current={isCurrent ? 'page' : undefined}
      className={cn(linkClasses, isCurrent && activeClasses)}
    >
      {content}
    </Link>
  );
}

const contains = ({ children = [] }: MenuLink, id: string | undefined) => children.some((child) => child.id === id);

const UnpaidCount = lazyPart(() => import('./unpaid-count.tsx').then((module) => module.UnpaidCount));

/** The number of unpaid invoices; hidden if there are none, or if it cannot be loaded. */
function UnpaidPart() {
  return (
    <PartBoundary onFailure={() => {}}>
      <UnpaidCount />
    </PartBoundary>
  );
}

function ItemContent({ link }: { link: MenuLink }) {
  const { i18n } = useLingui();
  const { id, icon: Icon, product, problem, reason } = link;
  return (
    <>
      <span className="relative flex shrink-0">
        {product ? (
          <ProductLogo name={product.displayName} logo64={product.logo64} size="xs" />
        ) : (
          <Icon aria-hidden="true" />
        )}
        {problem && (
          <span className="absolute -top-1.5 -right-1.5 size-3 rounded-full border-2 border-canvas bg-bad-strong" />
        )}
      </span>
      <span className={wordsClasses}>
        <span className={cn(reason && 'opacity-75')}>{useLabel(link)}</span>
        {problem && <span className="sr-only"> {i18n._(problem)}</span>}
        {/* Phones have no tooltips. */}
        {reason && <span className="text-xs sm:sr-only"> {i18n._(reason)}</span>}
      </span>
      {id === billingGroup.id && preloaded().unpaidInvoices > 0 && <UnpaidPart />}
    </>
  );
}

/** The problem of an entry in a closed group. */
function problemIn(children: NonNullable<MenuLink['children']>): Pick<MenuLink, 'problem'> {
  const [problem] = children.flatMap((child) => (child.kind === 'link' && child.problem) || []);
  return problem ? { problem } : {};
}

/** A group. It is open if it contains the current page. */
function NestedItems({ link }: { link: MenuLink }) {
  const { current } = use(State);
  const [isOpen, setIsOpen] = useState(contains(link, current));
  const { children = [] } = link;
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        title={useLabel(link)}
        className={cn(linkClasses, isOpen && 'text-ink')}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ItemContent link={isOpen ? link : { ...link, ...problemIn(children) }} />
        <ChevronDown
          aria-hidden="true"
          className={cn('size-4! transition-transform rail:hidden', !isOpen && '-rotate-90')}
        />
      </button>
      {isOpen && (
        <Items
          entries={children}
          className="my-0.5 ml-[18px] border-l border-line pl-2.5 rail:ml-0 rail:rounded-control rail:border-l-0 rail:bg-neutral-soft rail:pl-0"
        />
      )}
    </>
  );
}

interface ItemsProps {
  entries: readonly (MenuLink | Extract<MenuEntry, { kind: 'separator' }>)[];
  labelledBy?: string;
  className?: string;
}

function Items({ entries, labelledBy, className }: ItemsProps) {
  return (
    <ul aria-labelledby={labelledBy} className={cn('flex flex-col gap-0.5', className)}>
      {entries.map((entry) => (
        <li key={entry.id}>
          {entry.kind === 'link' ? <SidebarItem link={entry} /> : <hr className="mx-2.5 my-1 border-line" />}
        </li>
      ))}
    </ul>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  const { i18n } = useLingui();
  const labelId = useId();
  if (entry.kind === 'separator') return <hr className="my-2 border-line" />;
  if (entry.kind === 'link') return <Items entries={[entry]} />;
  return (
    <div className="mt-4">
      <p id={labelId} className="mb-1 px-2.5 text-xs font-medium text-muted rail:sr-only">
        {i18n._(entry.label)}
      </p>
      <Items entries={entry.items} labelledBy={labelId} />
    </div>
  );
}

/** The entries of the menu, for the sidebar and for the drawer of narrow screens. */
export function SidebarEntries({ onNavigate = () => {} }: { onNavigate?: () => void }) {
  const entries = useMenu();
  return <Entries entries={entries} current={useCurrentEntry(entries)} onNavigate={onNavigate} />;
}

/** @param props.onNavigate called when the user chooses a page, even the current one */
export function Entries({ entries, ...state }: MenuState & { entries: readonly MenuEntry[] }) {
  return (
    <State value={state}>
      <div className="flex flex-col gap-0.5">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </div>
    </State>
  );
}

/**
 * The sidebar from 600 px on. From 1200 px it is full, or a rail of icons if the user collapsed it. Below 1200 px it
 * is always the rail, and its button opens the full menu (UI-4).
 */
export function Sidebar({ onShowMenu }: { onShowMenu: () => void }) {
  const { t } = useMessages();
  const isCollapsed = useStore(sidebarIsCollapsed);
  return (
    <aside className="shell-sidebar">
      <nav aria-label={t`Main menu`} className="flex-1 overflow-y-auto p-2.5">
        <SidebarEntries />
      </nav>
      <div className="border-t border-line p-2.5">
        <button
          type="button"
          className={cn(linkClasses, 'max-lg:hidden')}
          aria-expanded={!isCollapsed}
          title={isCollapsed ? t`Expand sidebar` : t`Collapse sidebar`}
          onClick={() => setSidebarCollapsed(!isCollapsed)}
        >
          {isCollapsed ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
          <span className={wordsClasses}>
            {isCollapsed ? <Trans>Expand sidebar</Trans> : <Trans>Collapse sidebar</Trans>}
          </span>
        </button>
        <button type="button" className={cn(linkClasses, 'lg:hidden')} title={t`Show menu`} onClick={onShowMenu}>
          <PanelLeftOpen aria-hidden="true" />
          <span className={wordsClasses}>
            <Trans>Show menu</Trans>
          </span>
        </button>
      </div>
    </aside>
  );
}

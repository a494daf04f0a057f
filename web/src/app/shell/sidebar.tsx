import { useLingui } from '@lingui/react';
import { Trans, useLingui as useMessages } from '@lingui/react/macro';
import { Link, useLocation } from '@tanstack/react-router';
import { ArrowUpRight, ChevronDown, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { createContext, type ReactNode, use, useId, useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { useStore } from '../../lib/use-store.ts';
import { isActive, type MenuEntry, type MenuLink, useMenu } from './menu.ts';
import { setSidebarCollapsed, sidebarIsCollapsed } from './sidebar-state.ts';

const linkClasses =
  'flex h-9 w-full items-center gap-3 rounded-control px-2.5 font-medium text-muted transition-colors hover:bg-neutral-soft hover:text-ink [&_svg]:size-[18px] [&_svg]:shrink-0';
const activeClasses = 'bg-accent-soft text-accent-text hover:bg-accent-soft hover:text-accent-text';

/** Labels that are hidden in the narrow rail, except for screen readers and tooltips. */
const wordsClasses = 'min-w-0 flex-1 truncate text-left rail:sr-only';

/** Called when a page of the menu is chosen, even the current one, so that the drawer closes. */
const Navigated = createContext<() => void>(() => {});

function SidebarItem({ link, depth = 0 }: { link: MenuLink; depth?: number }) {
  const { i18n } = useLingui();
  const { pathname } = useLocation();
  const active = isActive(link, pathname);
  const onNavigate = use(Navigated);
  const label = i18n._(link.label);
  const content = (
    <>
      <link.icon aria-hidden="true" />
      <span className={wordsClasses}>{label}</span>
    </>
  );
  const classes = cn(linkClasses, active && activeClasses, depth > 0 && 'pl-9 rail:pl-2.5');
  if (link.isDisabled?.(preloaded())) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: an anchor without an address has no role
      // biome-ignore lint/a11y/useFocusableInteractive: a disabled link takes no focus
      <span
        role="link"
        aria-disabled="true"
        title={label}
        className={cn(linkClasses, 'cursor-not-allowed opacity-55 hover:bg-transparent hover:text-muted')}
      >
        {content}
      </span>
    );
  }
  if (link.href) {
    return (
      <a href={link.href(preloaded())} target="_blank" rel="noopener noreferrer" title={label} className={classes}>
        {content}
        <ArrowUpRight aria-hidden="true" className="-ml-2 size-3.5! rail:hidden" />
      </a>
    );
  }
  if (link.children?.length) return <NestedItems link={link} content={content} />;
  return (
    <Link
      to={link.to ?? '/'}
      onClick={onNavigate}
      title={label}
      aria-current={active ? 'page' : undefined}
      className={classes}
    >
      {content}
    </Link>
  );
}

function NestedItems({ link, content }: { link: MenuLink; content: ReactNode }) {
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(() => link.children?.some((child) => isActive(child, pathname)) ?? false);
  return (
    <>
      <button type="button" aria-expanded={isOpen} className={linkClasses} onClick={() => setIsOpen(!isOpen)}>
        {content}
        <ChevronDown aria-hidden="true" className={cn('transition-transform rail:hidden', isOpen && 'rotate-180')} />
      </button>
      {isOpen && <Items links={link.children ?? []} depth={1} />}
    </>
  );
}

function Items({ links, depth = 0, labelledBy }: { links: readonly MenuLink[]; depth?: number; labelledBy?: string }) {
  return (
    <ul aria-labelledby={labelledBy} className="flex flex-col gap-0.5">
      {links.map((link) => (
        <li key={link.id}>
          <SidebarItem link={link} depth={depth} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  const { i18n } = useLingui();
  const labelId = useId();
  if (entry.kind === 'separator') return <hr className="my-2 border-line" />;
  if (entry.kind === 'link') return <Items links={[entry]} />;
  return (
    <div className="mt-4">
      <p id={labelId} className="mb-1 px-2.5 text-xs font-medium text-muted rail:sr-only">
        {i18n._(entry.label)}
      </p>
      <Items links={entry.items} labelledBy={labelId} />
    </div>
  );
}

/** The entries of the menu, for the sidebar and for the drawer of narrow screens. */
export function SidebarEntries({ onNavigate = () => {} }: { onNavigate?: () => void }) {
  return <Entries entries={useMenu()} onNavigate={onNavigate} />;
}

/** @param onNavigate called when the user chose a page, also if it is the current one */
export function Entries({ entries, onNavigate }: { entries: readonly MenuEntry[]; onNavigate: () => void }) {
  return (
    <Navigated value={onNavigate}>
      <div className="flex flex-col gap-0.5">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </div>
    </Navigated>
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

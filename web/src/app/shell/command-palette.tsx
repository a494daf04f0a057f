import { Dialog } from '@base-ui/react/dialog';
import { useLingui as useCatalog } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { ArrowUpRight, BookOpen, Languages, LogOut, type LucideIcon, Moon, Package, Sun } from 'lucide-react';
import { localeNames, useLocale } from '../../lib/locale.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { switchTheme } from '../../lib/theme.ts';
import { useTheme } from '../../lib/use-theme.ts';
import { backdropClasses } from '../../ui/backdrop.ts';
import { paths } from '../paths.ts';
import { useChangeLocale, useSignOut } from './actions.ts';
import { type SidebarLink, visibleSidebar } from './sidebar-model.ts';

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface Choice {
  id: string;
  label: string;
  /** What it belongs to. */
  context?: string;
  icon: LucideIcon;
  /** Further words that find it. */
  keywords?: string[];
  isExternal?: boolean;
  run: () => void;
}

/** Every page in the menu, nested ones too. */
function linksOf(links: readonly SidebarLink[]): SidebarLink[] {
  return links.flatMap((link) => [link, ...linksOf(link.children ?? [])]);
}

function usePages(): Choice[] {
  const { i18n } = useCatalog();
  const navigate = useNavigate();
  const data = preloaded();
  const links = visibleSidebar(data).flatMap((entry) =>
    entry.kind === 'separator'
      ? []
      : linksOf(entry.kind === 'link' ? [entry] : entry.items).map((link) => ({
          ...link,
          context: entry.kind === 'group' ? i18n._(entry.label) : undefined,
        })),
  );
  return links.flatMap(({ to, id, icon, label, context, isDisabled }): Choice[] => {
    if (!to || isDisabled?.(data)) return [];
    return [{ id: `page-${id}`, icon, label: i18n._(label), context, run: () => void navigate({ to }) }];
  });
}

const openElsewhere = (address: string) => () => void window.open(address, '_blank', 'noopener,noreferrer');

/** Each product's plans; beside them the product itself, which lives on its own address. */
function useProducts(): Choice[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  return preloaded().products.flatMap(({ id, url, displayName, isDisabled }): Choice[] => {
    if (isDisabled) return [];
    const toPlans = () => void navigate({ to: paths.productSubscription, params: { id } });
    const plans = { id: `product-${id}`, icon: Package, label: displayName, context: t`Plans`, run: toPlans };
    if (!url) return [plans];
    const label = t`Open ${displayName}`;
    return [plans, { id: `open-${id}`, icon: Package, label, isExternal: true, run: openElsewhere(url) }];
  });
}

function useActions(): Choice[] {
  const { t } = useLingui();
  const theme = useTheme();
  const locale = useLocale();
  const changeLocale = useChangeLocale();
  const { signOut } = useSignOut();
  const { knowledgeBase } = preloaded().links;
  const other = locale === 'en' ? 'fr' : 'en';
  const language = localeNames[other];
  const isDark = theme === 'dark';
  return [
    {
      id: 'theme',
      icon: isDark ? Sun : Moon,
      label: isDark ? t`Switch to the light theme` : t`Switch to the dark theme`,
      run: () => switchTheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'language',
      icon: Languages,
      label: t`Switch to ${language}`,
      keywords: ['language', 'langue'],
      run: () => changeLocale(other),
    },
    ...(knowledgeBase
      ? [{ id: 'help', icon: BookOpen, label: t`Knowledge base`, isExternal: true, run: openElsewhere(knowledgeBase) }]
      : []),
    { id: 'sign-out', icon: LogOut, label: t`Sign out`, run: signOut },
  ];
}

/** Search over pages, products and actions; opened by Ctrl/⌘ K, Alt+Shift+Q and Ctrl+Shift+Q. */
export function CommandPalette({ open, onOpenChange }: CommandPaletteProps) {
  const { t } = useLingui();
  const groups = [
    { heading: t`Pages`, choices: usePages() },
    { heading: t`Products`, choices: useProducts() },
    { heading: t`Actions`, choices: useActions() },
  ].filter(({ choices }) => choices.length > 0);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup className="fixed top-[12dvh] left-1/2 z-50 w-[calc(100vw-24px)] max-w-[560px] -translate-x-1/2 overflow-hidden rounded-dialog border border-line bg-surface text-ink shadow-popup outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
          <Dialog.Title className="sr-only">{t`Search and commands`}</Dialog.Title>
          <Command label={t`Search and commands`} loop>
            <Command.Input
              placeholder={t`Search for a page or an action`}
              className="h-13 w-full border-b border-line bg-transparent px-5 text-lg outline-none placeholder:text-muted"
            />
            <Command.List className="max-h-[min(420px,60dvh)] overflow-y-auto p-2">
              <Command.Empty className="px-3 py-8 text-center text-muted">{t`Nothing found`}</Command.Empty>
              {groups.map(({ heading, choices }) => (
                <Command.Group
                  key={heading}
                  heading={heading}
                  className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
                >
                  {choices.map(({ id, label, context, icon: Icon, keywords, isExternal, run }) => (
                    <Command.Item
                      key={id}
                      value={`${label} ${id}`}
                      keywords={context ? [context] : keywords}
                      className="flex h-10 cursor-pointer items-center gap-3 rounded-control px-3 data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent-text [&_svg]:size-4"
                      onSelect={() => {
                        onOpenChange(false);
                        run();
                      }}
                    >
                      <Icon aria-hidden="true" />
                      <span className="min-w-0 flex-1 truncate">{label}</span>
                      {context && <span className="text-xs text-muted">{context}</span>}
                      {isExternal && <ArrowUpRight aria-hidden="true" />}
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

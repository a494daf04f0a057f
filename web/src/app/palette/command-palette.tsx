import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Plural, useLingui } from '@lingui/react/macro';
import { ArrowUpRight } from 'lucide-react';
import { useState } from 'react';
import { backdropClasses } from '../../ui/backdrop.ts';
import { operatorParts } from '../operators/parts.ts';
import { useInvoiceChoices, useLicenseChoices, useSubscriptionChoices } from './account-choices.ts';
import { useActions, usePages, useProducts } from './choices.ts';
import { type Choice, rank } from './rank.ts';

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface Group {
  /** Null for search results, which are ranked across all kinds. */
  heading: string | null;
  items: Choice[];
}

/** The maximum number of results shown. */
const shown = 12;

/** Results from all accounts, for operators only. */
function useFoundOfAll(typed: string): Choice[] {
  const useFound = operatorParts()?.useSearchChoices ?? useNothing;
  return useFound(typed);
}

const useNothing = (): Choice[] => [];

/** All choices by kind if nothing is typed; otherwise the ranked search results (UI-21). */
function useGroups(typed: string): Group[] {
  const { t } = useLingui();
  const pages = usePages();
  const products = useProducts();
  const actions = useActions();
  const subscriptions = useSubscriptionChoices();
  const licenses = useLicenseChoices();
  const invoices = useInvoiceChoices(typed);
  const foundOfAll = useFoundOfAll(typed);
  if (typed.trim() === '') {
    return [
      { heading: t`Pages`, items: pages },
      { heading: t`Subscriptions`, items: subscriptions.pages.slice(0, 5) },
      { heading: t`Products`, items: products },
      { heading: t`Actions`, items: actions },
    ].filter(({ items }) => items.length > 0);
  }
  const all = [
    ...pages,
    ...subscriptions.pages,
    ...products,
    ...subscriptions.actions,
    ...licenses.actions,
    ...licenses.pages,
    ...invoices,
    ...actions,
  ].map((choice) => ({
    ...choice,
    keywords: [...(choice.keywords ?? []), ...(choice.context ? [choice.context] : [])],
  }));
  const found = rank(typed, all).slice(0, shown);
  const groups = [
    { heading: null, items: found },
    { heading: t`All accounts`, items: foundOfAll },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/**
 * Searches pages, products, subscriptions, licenses, invoices and actions. Ctrl/⌘ K, Alt+Shift+Q and Ctrl+Shift+Q open it.
 */
export function CommandPalette({ open, onOpenChange }: CommandPaletteProps) {
  const { t } = useLingui();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup className="fixed top-[12dvh] left-1/2 z-50 w-[calc(100vw-24px)] max-w-[600px] -translate-x-1/2 overflow-hidden rounded-dialog border border-line bg-surface text-ink shadow-popup outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0 max-sm:top-3">
          <Dialog.Title className="sr-only">{t`Search and commands`}</Dialog.Title>
          <Search onDone={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Search({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const groups = useGroups(typed);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      itemToStringValue={({ label }: Choice) => label}
      value={typed}
      // Ignores the change after choosing a result, which would put the result's label into the field.
      onValueChange={(value, { reason }) => reason !== 'item-press' && setTyped(value)}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        aria-label={t`Search and commands`}
        placeholder={t`Search for a page or an action`}
        className="h-13 w-full border-b border-line bg-transparent px-5 text-lg outline-none placeholder:text-muted"
      />
      <p role="status" className="sr-only">
        {typed.trim() !== '' && <Plural value={count} _0="Nothing found" one="# result" other="# results" />}
      </p>
      <div className="max-h-[min(440px,60dvh)] overflow-y-auto p-2">
        {count === 0 && <p aria-hidden="true" className="px-3 py-8 text-center text-muted">{t`Nothing found`}</p>}
        <Autocomplete.List>
          {({ heading, items }: Group) => (
            <Autocomplete.Group key={heading ?? 'found'} items={items}>
              {heading && (
                <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-xs font-medium text-muted">
                  {heading}
                </Autocomplete.GroupLabel>
              )}
              <Autocomplete.Collection>
                {(choice: Choice) => <Result key={choice.id} choice={choice} onDone={onDone} />}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  );
}

function Result({ choice, onDone }: { choice: Choice; onDone: () => void }) {
  const { label, context, icon: Icon, isExternal, run } = choice;
  return (
    <Autocomplete.Item
      value={choice}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-1 data-highlighted:bg-accent-soft data-highlighted:text-accent-text [&_svg]:size-4 [&_svg]:shrink-0"
      onClick={() => {
        onDone();
        run();
      }}
    >
      <Icon aria-hidden="true" />
      {/* On a phone the context is below the name, so that numbers and amounts are not cut. */}
      <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-center sm:gap-3">
        <span className="min-w-0 wrap-anywhere sm:flex-1 sm:truncate">{label}</span>
        {context && (
          <span className="text-xs text-muted wrap-anywhere sm:max-w-[55%] sm:shrink-0 sm:truncate">{context}</span>
        )}
      </span>
      {isExternal && <ArrowUpRight aria-hidden="true" />}
    </Autocomplete.Item>
  );
}

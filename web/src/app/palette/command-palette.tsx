import { Dialog } from '@base-ui/react/dialog';
import { Plural, useLingui } from '@lingui/react/macro';
import { Command } from 'cmdk';
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
  /** Null for what was found by words: the closest first, whatever it is. */
  heading: string | null;
  choices: Choice[];
}

/** How many results are shown at once. */
const shown = 12;

/** What operators find in all accounts; nothing for everybody else. */
function useFoundOfAll(typed: string): Choice[] {
  const useFound = operatorParts()?.useFoundChoices ?? useNothing;
  return useFound(typed);
}

const useNothing = (): Choice[] => [];

/** Everything by kind where nothing is typed; else what the words find, ranked (UI-21). */
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
      { heading: t`Pages`, choices: pages },
      { heading: t`Subscriptions`, choices: subscriptions.pages.slice(0, 5) },
      { heading: t`Products`, choices: products },
      { heading: t`Actions`, choices: actions },
    ].filter(({ choices }) => choices.length > 0);
  }
  const all = [
    ...pages,
    ...subscriptions.pages,
    ...products,
    ...subscriptions.deeds,
    ...licenses.deeds,
    ...licenses.pages,
    ...invoices,
    ...actions,
  ].map((choice) => ({
    ...choice,
    keywords: [...(choice.keywords ?? []), ...(choice.context ? [choice.context] : [])],
  }));
  const found = rank(typed, all).slice(0, shown);
  const groups = [
    { heading: null, choices: found },
    { heading: t`All accounts`, choices: foundOfAll },
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}

/**
 * Search over pages, products, subscriptions, licenses and invoices, and what can be done with them; opened by Ctrl/⌘ K, Alt+Shift+Q and
 * Ctrl+Shift+Q.
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
  const count = groups.reduce((sum, { choices }) => sum + choices.length, 0);
  return (
    <Command label={t`Search and commands`} loop shouldFilter={false}>
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder={t`Search for a page or an action`}
        className="h-13 w-full border-b border-line bg-transparent px-5 text-lg outline-none placeholder:text-muted"
      />
      <p role="status" className="sr-only">
        {typed.trim() !== '' && <Plural value={count} _0="Nothing found" one="# result" other="# results" />}
      </p>
      <Command.List className="max-h-[min(440px,60dvh)] overflow-y-auto p-2">
        {count === 0 && <p aria-hidden="true" className="px-3 py-8 text-center text-muted">{t`Nothing found`}</p>}
        {groups.map(({ heading, choices }) => (
          <Command.Group
            key={heading ?? 'found'}
            heading={heading ?? undefined}
            className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
          >
            {choices.map((choice) => (
              <Result key={choice.id} choice={choice} onDone={onDone} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

function Result({ choice, onDone }: { choice: Choice; onDone: () => void }) {
  const { id, label, context, icon: Icon, isExternal, run } = choice;
  return (
    <Command.Item
      value={id}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-1 data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent-text [&_svg]:size-4 [&_svg]:shrink-0"
      onSelect={() => {
        onDone();
        run();
      }}
    >
      <Icon aria-hidden="true" />
      {/* On a phone what it is stands below its name, so that numbers and amounts are whole. */}
      <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-center sm:gap-3">
        <span className="min-w-0 wrap-anywhere sm:flex-1 sm:truncate">{label}</span>
        {context && (
          <span className="text-xs text-muted wrap-anywhere sm:max-w-[55%] sm:shrink-0 sm:truncate">{context}</span>
        )}
      </span>
      {isExternal && <ArrowUpRight aria-hidden="true" />}
    </Command.Item>
  );
}

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CatalogField } from '@portico/contract';
import { ArrowDown, ArrowUp, ChevronRight, CircleAlert, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocale } from '../../../lib/locale.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import {
  countProblems,
  createEmptyValue,
  entryPath,
  entryTitle,
  listChoices,
  moved,
  type Written,
} from '../model/value.ts';
import { BlockFields } from './block-field.tsx';
import { type FieldProps, useFieldContext } from './field-context.ts';

type ListKind = Extract<CatalogField, { kind: 'list' }>;

/** A list: expandable blocks, or a choice of several values. */
export function ListField(props: FieldProps) {
  const { field } = props.named;
  if (field.kind !== 'list') return null;
  return field.item.kind === 'block' ? <BlockList {...props} list={field} /> : <ChoiceList {...props} list={field} />;
}

interface ListProps extends FieldProps {
  list: ListKind;
}

/** A choice of several plans, products or reasons. If none is chosen, all apply. */
function ChoiceList({ named: { label }, list, value, place, onChange }: ListProps) {
  const { references, problems, readOnly } = useFieldContext();
  const chosen = (value ?? []) as string[];
  const options = listChoices(list.item, references, chosen);
  const toggle = (one: string, isOn: boolean) => {
    // In the order of the options, so that unchecking and checking an option changes nothing.
    const next = options
      .map((option) => option.value)
      .filter((option) => (option === one ? isOn : chosen.includes(option)));
    onChange(next.length > 0 ? next : undefined);
  };
  const problem = problems.get(place) ?? chosen.map((_, index) => problems.get(`${place}[${index}]`)).find(Boolean);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium">{label}</legend>
      <p className="mb-2 text-xs text-muted">
        <Trans>If you choose none, all of them count.</Trans>
      </p>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            disabled={readOnly}
            checked={chosen.includes(option.value)}
            onChange={({ currentTarget: { checked } }) => toggle(option.value, checked)}
          />
        ))}
      </div>
      {problem && <ProblemLine>{problem}</ProblemLine>}
    </fieldset>
  );
}

function ProblemLine({ children }: { children: string }) {
  return (
    <p className="mt-2 flex items-start gap-1.5 text-xs text-bad">
      <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      {children}
    </p>
  );
}

function BlockList({ named: { label }, list, value, place, onChange }: ListProps) {
  const { t } = useLingui();
  const { problems, readOnly } = useFieldContext();
  const items = (value ?? []) as Written[];
  const [opened, setOpened] = useState<number | null>(null);
  const change = (next: Written[]) => onChange(next.length > 0 ? next : undefined);
  const problem = problems.get(place);
  return (
    <section aria-label={label} className="min-w-0">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h3 className="font-medium">
          {label} <span className="font-normal text-muted">{items.length}</span>
        </h3>
        {!readOnly && (
          <Button
            size="sm"
            aria-label={t`Add: ${label}`}
            onClick={() => {
              change([...items, createEmptyValue(list.item) as Written]);
              setOpened(items.length);
            }}
          >
            <Plus aria-hidden="true" />
            <Trans context="button">Add</Trans>
          </Button>
        )}
      </div>
      {problem && <ProblemLine>{problem}</ProblemLine>}
      {items.length > 0 && (
        <ol className="flex flex-col gap-2">
          {items.map((item, index) => (
            <BlockItem
              // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no key while its id is being typed
              key={index}
              list={list}
              item={item}
              place={entryPath(place, list.key, item, index)}
              isOpen={opened === index}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              onToggle={() => setOpened(opened === index ? null : index)}
              onChange={(next) => change(items.with(index, next))}
              onMove={(by) => {
                change(moved(items, index, by));
                if (opened === index) setOpened(index + by);
              }}
              onRemove={() => {
                change(items.toSpliced(index, 1));
                setOpened(null);
              }}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

/** Matches the path of a plan. Accounts keep a plan that is removed. */
const isPlan = /^products\[[^\]]*\]\.plans\[[^\]]*\]$/;

interface BlockItemProps {
  list: ListKind;
  item: Written;
  place: string;
  isOpen: boolean;
  isFirst: boolean;
  isLast: boolean;
  onToggle: () => void;
  onChange: (item: Written) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function BlockItem({ list, item, place, isOpen, onToggle, onChange, ...moves }: BlockItemProps) {
  const { t } = useLingui();
  const { problems, holders } = useFieldContext();
  const accounts = isPlan.test(place) ? (holders.get(String(item.id)) ?? 0) : 0;
  const language = useLocale();
  const title = entryTitle(item, language) || t`New entry`;
  const count = countProblems(problems, place);
  if (list.item.kind !== 'block') return null;
  return (
    <li className="min-w-0 rounded-control border border-line">
      <div className="flex items-center gap-1 py-1 pr-1 pl-1.5">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-control px-1.5 text-left font-medium hover:bg-surface-hover"
        >
          <ChevronRight
            aria-hidden="true"
            className={`size-4 shrink-0 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          <span className="truncate">{title}</span>
          {accounts > 0 && (
            <span className="shrink-0 text-xs font-normal text-muted">
              <Plural value={accounts} one="# customer has it" other="# customers have it" />
            </span>
          )}
          {count > 0 && (
            <span className="shrink-0 text-xs font-normal text-bad">
              <Plural value={count} one="# problem" other="# problems" />
            </span>
          )}
        </button>
        <ItemButtons title={title} {...moves} />
      </div>
      {isOpen && (
        <div className="border-t border-line px-4 py-4">
          <BlockFields block={list.item} value={item} place={place} onChange={onChange} />
        </div>
      )}
    </li>
  );
}

type ItemButtonsProps = Pick<BlockItemProps, 'isFirst' | 'isLast' | 'onMove' | 'onRemove'> & { title: string };

function ItemButtons({ title, isFirst, isLast, onMove, onRemove }: ItemButtonsProps) {
  const { t } = useLingui();
  const { readOnly } = useFieldContext();
  if (readOnly) return null;
  return (
    <>
      <IconButton size="sm" label={t`Move up: ${title}`} disabled={isFirst} onClick={() => onMove(-1)}>
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={t`Move down: ${title}`} disabled={isLast} onClick={() => onMove(1)}>
        <ArrowDown aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={t`Remove: ${title}`} onClick={onRemove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </>
  );
}

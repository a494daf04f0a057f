import { Trans, useLingui } from '@lingui/react/macro';
import type { CatalogEntryRow, CatalogField, CatalogList, CatalogNamedField, CatalogProblem } from '@portico/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { can } from '../../../lib/permissions.ts';
import { ApiError, describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes.tsx';
import { useSaveEntry } from '../drafts.api.ts';
import { type Written, withField, withSubscriptionAsPlans } from '../model/value.ts';
import { BlockFields } from './block-field.tsx';
import { type FieldContext, FieldsContext } from './field-context.ts';
import { FieldEditor } from './field-editor.tsx';

interface EntryFormProps {
  list: CatalogList;
  /** Empty for a new entry. */
  id: string;
  field: CatalogField;
  currency: string;
  entry: {
    revision: number;
    /** Omitted for a new entry. */
    state?: CatalogEntryRow['state'];
    value: Written;
    problems: CatalogProblem[];
    references: FieldContext['references'];
    /** The number of accounts with each plan. */
    holders: { plans: readonly { id: string; accounts: number }[] };
  };
  /** Whether the form is read-only. */
  isShown?: boolean;
  /** Called with the id of the saved entry. */
  onSaved: (id: string) => void;
}

const keyNames = { products: 'id', coupons: 'code' } as const;

/** All values of a product or coupon. Saving puts them into the draft; errors appear at their fields. */
export function EntryForm({ list, id, field, currency, entry, isShown = false, onSaved }: EntryFormProps) {
  const { t } = useLingui();
  const [value, setValue] = useState(entry.value);
  const [saved, setSaved] = useState(entry);
  const isNew = id === '';
  const key = keyNames[list];
  const save = useSaveEntry(list, isNew ? String(value[key] || 'new') : id);
  const readOnly = isShown || !can('operator.manageCatalog');
  const holders = useMemo(() => new Map(entry.holders.plans.map((plan) => [plan.id, plan.accounts])), [entry.holders]);
  const place = `${list}[${isNew ? (value[key] ?? '') : id}]`;
  const problems = useProblems(saved.problems, save.error, place);
  const wasSold = !isNew && entry.state !== 'added';
  const context: FieldContext = {
    problems,
    references: entry.references,
    currency,
    holders,
    entry: value,
    readOnly,
    fixedPlace: wasSold ? `${place}.${key}` : null,
    Editor: FieldEditor,
  };
  const isChanged = value !== saved.value;
  const change = (next: Written) =>
    setValue(wasSold || list !== 'products' ? next : withSubscriptionAsPlans(value, next));
  if (field.kind !== 'block') return null;
  const submit = () =>
    save.mutate(
      { revision: saved.revision, value },
      {
        onSuccess: (answer) => {
          setSaved({ ...saved, ...answer, value });
          onSaved(String(value[key]).trim());
        },
      },
    );
  return (
    <form
      noValidate
      className="flex min-w-0 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) submit();
      }}
    >
      <UnsavedChangesGuard isChanged={isChanged && !save.isPending} />
      <FieldsContext value={context}>
        <EntryCards block={field} value={value} place={place} onChange={change} />
      </FieldsContext>
      {save.error && <Alert tone="bad">{describeProblem(save.error)}</Alert>}
      {!readOnly && (
        <SaveBar hasProblems={saved.problems.length > 0 && !isChanged}>
          <Button type="submit" variant="primary" pending={save.isPending} disabled={!isChanged}>
            {isNew && list === 'products' ? t`Add product` : isNew ? t`Add coupon` : t`Save in the draft`}
          </Button>
        </SaveBar>
      )}
    </form>
  );
}

function SaveBar({ hasProblems, children }: { hasProblems: boolean; children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-3 rounded-card border border-line bg-surface px-5 py-3 shadow-popup">
      {hasProblems && (
        <span className="mr-auto text-sm text-bad">
          <Trans>Saved with problems: fix them before you publish.</Trans>
        </span>
      )}
      {children}
    </div>
  );
}

interface EntryCardsProps {
  block: Extract<CatalogField, { kind: 'block' }>;
  value: Written;
  place: string;
  onChange: (value: Written) => void;
}

function EntryCards({ block, value, place, onChange }: EntryCardsProps) {
  const lists = block.fields.filter(({ field }) => field.kind === 'list');
  const own = { ...block, fields: block.fields.filter(({ field }) => field.kind !== 'list') };
  const editor = (named: CatalogNamedField) => (
    <FieldEditor
      named={named}
      value={value[named.name]}
      place={`${place}.${named.name}`}
      onChange={(part) => onChange(withField(value, named.name, part))}
    />
  );
  return (
    <>
      <Card>
        <CardHeader title={<Trans>Details</Trans>} className="sm:px-6" />
        <div className="border-t border-line px-5 py-4 sm:px-6 sm:py-5">
          <BlockFields block={own} value={value} place={place} onChange={onChange} />
        </div>
      </Card>
      {lists.map((named) => (
        <Card key={named.name} className="px-5 py-4 sm:px-6">
          {editor(named)}
        </Card>
      ))}
    </>
  );
}

/** Errors by path: the problems of the saved draft, and the reasons why the server refused to save. */
function useProblems(problems: readonly CatalogProblem[], error: unknown, place: string): ReadonlyMap<string, string> {
  return useMemo(() => {
    const refused = error instanceof ApiError ? Object.entries(error.problem.propertyErrors ?? {}) : [];
    return new Map([
      ...problems.map((problem): [string, string] => [problem.place, problem.message]),
      ...refused.map(([name, messages]): [string, string] => [`${place}.${name}`, messages[0] ?? '']),
    ]);
  }, [problems, error, place]);
}

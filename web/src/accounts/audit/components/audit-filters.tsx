import { Trans, useLingui } from '@lingui/react/macro';
import type { AuditGroup } from '@portico/contract';
import type { ReactNode } from 'react';
import { useLocale } from '../../../lib/locale.ts';
import { Button } from '../../../ui/button.tsx';
import { type ControlProps, Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useAuditKinds } from '../audit.api.ts';
import { formatDay, readDay } from '../model/days.ts';
import { type AuditSearch, type AuditFilters as Filters, isFiltered, noFilters } from '../model/filters.ts';

interface AuditFiltersProps {
  search: AuditSearch;
  onChange: (filters: Partial<Filters>) => void;
  renderUserPicker: (control: ControlProps) => ReactNode;
}

/** Filters by user, kind and time. A kind is chosen within its group. */
export function AuditFilters({ search, onChange, renderUserPicker }: AuditFiltersProps) {
  const { t } = useLingui();
  const today = formatDay(new Date());
  return (
    <search className="grid grid-cols-2 gap-x-4 gap-y-3 border-b border-line p-4 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)_auto_auto]">
      <Field label={t`Person`} className="col-span-2 lg:col-span-1">
        {renderUserPicker}
      </Field>
      <KindFilters search={search} onChange={onChange} />
      <Field label={t`From day`}>
        {(control) => (
          <DayInput {...control} day={search.from} max={search.to ?? today} onChange={(from) => onChange({ from })} />
        )}
      </Field>
      <Field label={t`To day`}>
        {(control) => (
          <DayInput {...control} day={search.to} min={search.from} max={today} onChange={(to) => onChange({ to })} />
        )}
      </Field>
      {isFiltered(search) && (
        <Button size="sm" className="col-span-full justify-self-start" onClick={() => onChange(noFilters)}>
          <Trans>Clear the filters</Trans>
        </Button>
      )}
    </search>
  );
}

function KindFilters({ search, onChange }: Pick<AuditFiltersProps, 'search' | 'onChange'>) {
  const { t } = useLingui();
  const groups = useAuditKinds(useLocale()).data?.groups ?? [];
  const kinds = groups.find(({ group }) => group === search.group)?.kinds ?? [];
  return (
    <>
      <Field label={t`Area`} className="max-sm:col-span-2">
        {(control) => (
          <NativeSelect
            {...control}
            className="h-9"
            value={search.group ?? ''}
            onChange={(group) => onChange({ group: (group || undefined) as AuditGroup | undefined, kind: undefined })}
            options={[
              { value: '', label: t`Everything` },
              ...groups.map(({ group, text }) => ({ value: group, label: text })),
            ]}
          />
        )}
      </Field>
      <Field label={t`Event`} className="max-sm:col-span-2">
        {(control) => (
          <NativeSelect
            {...control}
            className="h-9"
            disabled={search.group === undefined}
            value={search.kind ?? ''}
            onChange={(kind) => onChange({ kind: kind || undefined })}
            options={[
              { value: '', label: search.group === undefined ? t`Choose an area first` : t`All of the area` },
              ...kinds.map(({ kind, text }) => ({ value: kind, label: text })),
            ]}
          />
        )}
      </Field>
    </>
  );
}

interface DayInputProps extends ControlProps {
  day: string | undefined;
  min?: string | undefined;
  max: string;
  onChange: (day: string | undefined) => void;
}

/** A native date input. It filters once the day is complete. */
function DayInput({ day, min, max, onChange, ...control }: DayInputProps) {
  return (
    <TextInput
      {...control}
      key={day}
      type="date"
      defaultValue={day ?? ''}
      min={min}
      max={max}
      className="lg:w-40"
      onBlur={({ target: { value } }) => {
        const wanted = readDay(value);
        if (wanted !== day) onChange(wanted);
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}

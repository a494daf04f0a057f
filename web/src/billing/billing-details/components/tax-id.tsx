import { Trans, useLingui } from '@lingui/react/macro';
import type { BillingDetails, TaxIdStatus } from '@portico/contract';
import { listTaxIdKinds, taxIdExample, taxIdKindNames } from '@portico/contract/tax-ids';
import { intlLocales, useLocale } from '../../../lib/locale.ts';
import { useKindName } from '../../../lib/tax-id-name.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { type DetailsDraft, type DetailsErrors, isOffered, isStoredTaxId } from './details-draft.ts';

/** The state of a number's verification. */
export function TaxIdTag({ status }: { status: TaxIdStatus }) {
  switch (status) {
    case 'verified':
      return (
        <Badge tone="ok">
          <Trans>Verified</Trans>
        </Badge>
      );
    case 'pending':
      return (
        <Badge tone="warning">
          <Trans>Being verified</Trans>
        </Badge>
      );
    case 'unverified':
      return (
        <Badge tone="bad">
          <Trans>Could not be verified</Trans>
        </Badge>
      );
    default:
      return (
        <Badge tone="neutral">
          <Trans>Not verified by anyone</Trans>
        </Badge>
      );
  }
}

interface TaxIdFieldsProps {
  draft: DetailsDraft;
  /** The stored details. */
  base: BillingDetails;
  errors: DetailsErrors;
  disabled: boolean;
  onChange: (change: Partial<DetailsDraft>) => void;
}

/**
 * Kind and number, with the result of the stored number's verification. Kinds of the address's country come first. A
 * stored kind that is not offered is in the list too, with its number read-only (BIL-6).
 */
export function TaxIdFields({ draft, base, errors, disabled, onChange }: TaxIdFieldsProps) {
  const { t } = useLingui();
  const { taxId: stored } = base;
  const { taxKind: kind } = draft;
  const options = useKindOptions(draft.address.country, stored?.kind);
  const example = isOffered(kind) ? taxIdExample(kind, draft.address.country) : '';
  const choose = (chosen: string) => {
    // Only the stored number can be of a kind that is not offered.
    if (chosen === '' || !isOffered(chosen) || !isOffered(kind))
      onChange({ taxKind: chosen, taxValue: stored?.kind === chosen ? stored.value : '' });
    else onChange({ taxKind: chosen });
  };
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label={t`Tax number`} error={errors.taxKind}>
        {(control) => (
          <NativeSelect
            {...control}
            className="h-9"
            value={kind}
            disabled={disabled}
            onChange={choose}
            options={options}
          />
        )}
      </Field>
      {kind !== '' && (
        <Field
          label={t`Number`}
          required
          error={errors.taxValue}
          hint={
            stored && isStoredTaxId(draft, stored) ? <TaxIdTag status={stored.status} /> : t`For example ${example}`
          }
        >
          {(control) => (
            <TextInput
              {...control}
              value={draft.taxValue}
              readOnly={!isOffered(kind)}
              className="read-only:bg-neutral-soft"
              disabled={disabled}
              maxLength={50}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => onChange({ taxValue: event.target.value })}
            />
          )}
        </Field>
      )}
      <OtherTaxIds taxIds={base.otherTaxIds} />
    </div>
  );
}

/** The offered kinds, and the stored one. */
function useKindOptions(country: string, stored: string | undefined) {
  const { t } = useLingui();
  const kindName = useKindName();
  const own = listTaxIdKinds(country);
  const others = taxIdKindNames.filter((kind) => !own.includes(kind));
  const named = (kinds: readonly string[]) => kinds.map((value) => ({ value, label: kindName(value) }));
  return [
    { value: '', label: t`No tax number` },
    ...named(stored && !isOffered(stored) ? [stored, ...own] : own),
    ...named(others).sort((a, b) => a.label.localeCompare(b.label)),
  ];
}

/** Further numbers that appear on invoices but cannot be changed here. */
function OtherTaxIds({ taxIds }: { taxIds: BillingDetails['otherTaxIds'] }) {
  const kindName = useKindName();
  const list = new Intl.ListFormat(intlLocales[useLocale()]);
  if (taxIds.length === 0) return null;
  const numbers = list.format(taxIds.map(({ kind, value }) => `${kindName(kind)} ${value}`));
  return (
    <p className="text-sm text-muted sm:col-span-2">
      <Trans>These are on your invoices too: {numbers}. To change them, contact us.</Trans>
    </p>
  );
}

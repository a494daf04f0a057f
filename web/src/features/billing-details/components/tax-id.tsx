import { Trans, useLingui } from '@lingui/react/macro';
import type { BillingDetails, TaxIdStatus } from '@portico/contract';
import { type TaxIdKind, taxIdKindNames, taxIdKinds, taxIdKindsOf } from '@portico/contract/tax-ids';
import { useKindName } from '../../../lib/tax-id-name.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { DetailsDraft, DetailsErrors } from './details-draft.ts';

type TaxId = NonNullable<BillingDetails['taxId']>;

/** How far the check of a number is, as a word. */
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
  /** The number as it is stored. */
  stored: TaxId | null;
  errors: DetailsErrors;
  disabled: boolean;
  onChange: (change: Partial<DetailsDraft>) => void;
}

/** Kind and number, with what became of the check of the stored one. Kinds of the address's country come first. */
export function TaxIdFields({ draft, stored, errors, disabled, onChange }: TaxIdFieldsProps) {
  const { t } = useLingui();
  const nameOf = useKindName();
  const own = taxIdKindsOf(draft.address.country);
  const others = taxIdKindNames.filter((kind) => !own.includes(kind));
  const byName = (kinds: readonly TaxIdKind[]) =>
    kinds.map((value) => ({ value, label: nameOf(value) })).sort((a, b) => a.label.localeCompare(b.label));
  const options = [
    { value: '', label: t`No tax number` },
    ...own.map((value) => ({ value, label: nameOf(value) })),
    ...byName(others),
  ];
  const { taxKind: kind } = draft;
  const isStored = stored?.kind === kind && stored.value === draft.taxValue;
  const example = kind === '' ? '' : taxIdKinds[kind].example;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label={t`Tax number`} error={errors.taxKind}>
        {(control) => (
          <NativeSelect
            {...control}
            className="h-9"
            value={kind}
            disabled={disabled}
            onChange={(value) =>
              onChange({ taxKind: value as DetailsDraft['taxKind'], ...(value === '' && { taxValue: '' }) })
            }
            options={options}
          />
        )}
      </Field>
      {kind !== '' && (
        <Field
          label={t`Number`}
          required
          error={errors.taxValue}
          hint={isStored && stored ? <TaxIdTag status={stored.status} /> : t`For example ${example}`}
        >
          {(control) => (
            <TextInput
              {...control}
              value={draft.taxValue}
              disabled={disabled}
              maxLength={50}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => onChange({ taxValue: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import type { BillingDetails } from '@portico/contract';
import { plainTaxId } from '@portico/contract/tax-ids';
import { type FormEvent, useRef, useState } from 'react';
import { localeNames, useLocale } from '../../../lib/locale.ts';
import { ApiError } from '../../../lib/problem.ts';
import { reportProblem } from '../../../lib/report-problem.ts';
import { AddressFields } from '../../../ui/address-fields.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes.tsx';
import { useSaveBillingDetails } from '../billing-details.api.ts';
import {
  checkDraft,
  createDetailsDraft,
  type DetailsDraft,
  type DetailsErrors,
  toDetailsInput,
  toFieldErrors,
} from './details-draft.ts';
import { InvoiceHead } from './invoice-head.tsx';
import { TaxIdFields } from './tax-id.tsx';

interface DetailsFormProps {
  details: BillingDetails;
  /** Reads the details again after somebody else changed them. */
  onOutdated: () => void;
}

/** The billing details with a preview of the next invoice's header. No input is lost if saving fails. */
export function DetailsForm({ details, onOutdated }: DetailsFormProps) {
  const language = useLocale();
  const [draft, setDraft] = useState(() => createDetailsDraft(details, language));
  const [base, setBase] = useState(details);
  const form = useDetailsForm({ draft, base, onOutdated });
  const change = (part: Partial<DetailsDraft>) => {
    form.forget(part);
    setDraft((before) => ({ ...before, ...part }));
  };
  const stored = createDetailsDraft(base, language);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored) || base.language === null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const saved = await form.save();
    if (!saved) return;
    setBase(saved);
    setDraft(createDetailsDraft(saved, language));
  };
  const takeOver = () => {
    setBase(details);
    form.forget({});
    setDraft(createDetailsDraft(details, language));
  };
  const isElsewhere = details.revision !== base.revision;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card>
        <CardHeader title={<Trans>Details on invoices</Trans>} className="sm:px-6" />
        <form ref={form.ref} noValidate onSubmit={(event) => void submit(event)} className="border-t border-line">
          <UnsavedChangesGuard isChanged={JSON.stringify(draft) !== JSON.stringify(stored) && !form.isPending} />
          {isElsewhere && <ChangedElsewhere onTakeOver={takeOver} />}
          <Fields draft={draft} base={base} errors={form.errors} disabled={form.isPending} onChange={change} />
          <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line px-5 py-3 sm:px-6">
            {isTaxedElse(draft, stored) && (
              <p role="status" className="mr-auto text-sm text-muted">
                <Trans>The tax on your next charges follows the address and the tax number.</Trans>
              </p>
            )}
            <Button type="submit" variant="primary" pending={form.isPending} disabled={!isChanged || isElsewhere}>
              <Trans>Save changes</Trans>
            </Button>
          </div>
        </form>
      </Card>
      <InvoiceHead head={previewHead(draft, base)} />
    </div>
  );
}

/** Whether the address or the tax number changed, because both affect the tax. */
function isTaxedElse(draft: DetailsDraft, stored: DetailsDraft): boolean {
  const decisive = ({ address: { name, ...place }, taxKind, taxValue }: DetailsDraft) =>
    JSON.stringify([place, taxKind, taxValue]);
  return decisive(draft) !== decisive(stored);
}

function previewHead(draft: DetailsDraft, base: BillingDetails) {
  const { taxId: stored, otherTaxIds } = base;
  const { taxId: typed, ...rest } = toDetailsInput(draft, base);
  const shown =
    typed === undefined ? stored : typed && { kind: typed.kind, value: plainTaxId(typed.kind, typed.value) };
  return { ...rest, taxId: shown, otherTaxIds };
}

function ChangedElsewhere({ onTakeOver }: { onTakeOver: () => void }) {
  return (
    <Alert tone="warning" className="m-5 sm:m-6">
      <p>
        <Trans>Somebody else changed these details. What you typed was not saved.</Trans>
      </p>
      <Button size="sm" className="mt-2" onClick={onTakeOver}>
        <Trans>Show what they are now</Trans>
      </Button>
    </Alert>
  );
}

interface Saving {
  draft: DetailsDraft;
  base: BillingDetails;
  onOutdated: () => void;
}

/** Validates and saves a draft, and keeps its errors by field. */
function useDetailsForm({ draft, base, onOutdated }: Saving) {
  const { t } = useLingui();
  const ref = useRef<HTMLFormElement>(null);
  const save = useSaveBillingDetails();
  const [errors, setErrors] = useState<DetailsErrors>({});
  const refuse = (found: DetailsErrors) => {
    setErrors(found);
    // After the errors have rendered.
    requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'ValidationError') {
      const { errors: found, others } = toFieldErrors(error.problem.propertyErrors ?? {});
      if (others.length > 0 || Object.keys(found).length === 0) reportProblem(error);
      return refuse(found);
    }
    reportProblem(error);
    if (error instanceof ApiError && error.code === 'Conflict') onOutdated();
  };
  return {
    ref,
    errors,
    isPending: save.isPending,
    /** Clears the errors of changed fields. */
    forget: (part: Partial<DetailsDraft>) =>
      setErrors((known) => {
        if (part.address || Object.keys(part).length === 0) return {};
        return Object.fromEntries(
          Object.entries(known).filter(([field]) => !(field in part) && !('taxKind' in part && field === 'taxValue')),
        );
      }),
    async save(): Promise<BillingDetails | undefined> {
      if (save.isPending) return undefined;
      const found = checkDraft(draft, base, {
        missing: t`Fill in this field`,
        postalCode: (example) => t`Enter a postal code such as ${example}.`,
        missingTaxId: t`Enter the number, or choose that you do not have one`,
        wrongTaxId: (example) => t`This is not a number of that kind. One looks like ${example}.`,
      });
      if (Object.keys(found).length > 0) {
        refuse(found);
        return undefined;
      }
      setErrors({});
      return save.mutateAsync(toDetailsInput(draft, base)).catch((error: unknown) => {
        fail(error);
        return undefined;
      });
    },
  };
}

interface FieldsProps {
  draft: DetailsDraft;
  base: BillingDetails;
  errors: DetailsErrors;
  disabled: boolean;
  onChange: (change: Partial<DetailsDraft>) => void;
}

function Fields({ draft, base, errors, disabled, onChange }: FieldsProps) {
  const { t } = useLingui();
  const languages = Object.entries(localeNames).map(([value, label]) => ({ value, label }));
  const text = (field: 'email' | 'phone' | 'purchaseOrder', maxLength: number, autoComplete: string) => ({
    value: draft[field],
    maxLength,
    autoComplete,
    disabled,
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  });
  return (
    <div className="grid gap-5 px-5 py-4 sm:px-6 sm:py-5">
      <AddressFields
        value={draft.address}
        onChange={(address) => onChange({ address })}
        errors={errors}
        nameLabel={t`Company name`}
        nameAutoComplete="organization"
        autoCompleteGroup="billing"
        disabled={disabled}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={t`Billing email`}
          required
          error={errors.email}
          hint={t`Invoices and receipts go there. If no user has confirmed the address, it first gets a mail to confirm it.`}
        >
          {(control) => <TextInput {...control} type="email" {...text('email', 320, 'billing email')} />}
        </Field>
        <Field label={t`Phone`} error={errors.phone}>
          {(control) => <TextInput {...control} type="tel" {...text('phone', 20, 'billing tel')} />}
        </Field>
      </div>
      <TaxIdFields draft={draft} base={base} errors={errors} disabled={disabled} onChange={onChange} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={t`Purchase order`}
          error={errors.purchaseOrder}
          hint={t`Stands on each invoice until you change it`}
        >
          {(control) => <TextInput {...control} {...text('purchaseOrder', 140, 'off')} />}
        </Field>
        <Field label={t`Language of invoices`}>
          {(control) => (
            <NativeSelect
              {...control}
              className="h-9"
              value={draft.language}
              disabled={disabled}
              onChange={(value) => onChange({ language: value as DetailsDraft['language'] })}
              options={languages}
            />
          )}
        </Field>
      </div>
    </div>
  );
}

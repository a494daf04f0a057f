import { Trans, useLingui } from '@lingui/react/macro';
import type { Company } from '@portico/contract';
import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { applyProblemToForm, type FieldLabels } from '../../../lib/form.ts';
import { can } from '../../../lib/permissions.ts';
import { ApiError } from '../../../lib/problem.ts';
import { reportProblem } from '../../../lib/report-problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes.tsx';
import { useReloadCompany, useSaveCompany } from '../companies.api.ts';
import { type CompanyDraft, createCompanyDraft, createSlug, toCompanyInput } from '../model/company-draft.ts';
import { AccentField } from './accent-field.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { CustomersCard } from './customers-card.tsx';
import { LogoField } from './logo-field.tsx';

interface CompanyFormProps {
  /** Null for a new brand. */
  company: Company | null;
  onSaved: (company: Company) => void;
}

/** All settings of a brand, with a preview. No input is lost if saving fails. */
export function CompanyForm({ company, onSaved }: CompanyFormProps) {
  const labels = useLabels();
  const form = useForm<CompanyDraft>({ defaultValues: createCompanyDraft(company) });
  const { isDirty } = form.formState;
  const { save, takeOver, isOutdated, isPending } = useSaving(company, form, onSaved);
  const submit = form.handleSubmit(save);
  const readOnly = !can('operator.manageCompanies');
  const parts = { form, labels, readOnly };
  return (
    <form
      noValidate
      className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_376px]"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) void submit(event);
      }}
    >
      <UnsavedChangesGuard isChanged={isDirty && !isPending} />
      <div className="flex min-w-0 flex-col gap-4">
        {isOutdated && <ChangedElsewhere onTakeOver={takeOver} />}
        <NameCard {...parts} isNew={company === null} />
        <LooksCard {...parts} />
        <CustomersCard form={form} readOnly={readOnly} />
        <MailCard {...parts} installation={company?.installation} />
        {!readOnly && (
          <div className="flex justify-end">
            <Button
              type="submit"
              variant="primary"
              pending={isPending}
              disabled={isOutdated || (company !== null && !isDirty)}
            >
              {company ? <Trans>Save changes</Trans> : <Trans>Add brand</Trans>}
            </Button>
          </div>
        )}
      </div>
      <BrandPreview draft={form.watch()} />
    </form>
  );
}

/** Saves the form, and refetches the brand if somebody else saved first (BRAND-8). */
function useSaving(company: Company | null, form: UseFormReturn<CompanyDraft>, onSaved: CompanyFormProps['onSaved']) {
  const labels = useLabels();
  const [read, setRead] = useState(company);
  const [isOutdated, setOutdated] = useState(false);
  const reload = useReloadCompany();
  const saving = useSaveCompany(read);
  const take = (found: Company) => {
    setRead(found);
    setOutdated(false);
    form.reset(createCompanyDraft(found));
  };
  return {
    isOutdated,
    isPending: saving.isPending,
    async save(draft: CompanyDraft) {
      try {
        const saved = await saving.mutateAsync(toCompanyInput(draft));
        take(saved);
        onSaved(saved);
      } catch (error) {
        if (read && error instanceof ApiError && error.code === 'Conflict') setOutdated(true);
        else applyProblemToForm(error, form, { ...labels, ...labelsOfCustomers(draft, labels) });
      }
    },
    takeOver: () => (read ? reload(read.id).then(take, reportProblem) : Promise.resolve()),
  };
}

/** The labels of customers' fields by the server's names. Errors of a logo do not name the field. */
function labelsOfCustomers({ customers }: CompanyDraft, { name }: Pick<CompanyDraft, 'name'>): FieldLabels {
  return Object.fromEntries(
    customers.flatMap((_, index) => [
      [`customers.${index}.name`, name],
      [`customers.${index}.logo`, ''],
    ]),
  );
}

function ChangedElsewhere({ onTakeOver }: { onTakeOver: () => Promise<void> }) {
  return (
    <Alert
      tone="bad"
      actions={
        <Button size="sm" onClick={() => void onTakeOver()}>
          <Trans>Show what is there now</Trans>
        </Button>
      }
    >
      <Trans>Somebody else changed this brand. What you changed was not saved.</Trans>
    </Alert>
  );
}

function useLabels() {
  const { t } = useLingui();
  return {
    name: t`Name`,
    slug: t`Sign-up address`,
    logoLight: t`Logo for the light theme`,
    logoDark: t`Logo for the dark theme`,
    accentLight: t`Accent color for the light theme`,
    accentDark: t`Accent color for the dark theme`,
    mailSenderName: t`Sender’s name`,
    mailSender: t`Sender’s address`,
    mailReplyTo: t`Reply-to address`,
    contactUrl: t`Contact link`,
    customers: t`Customers on the sign-up`,
  } satisfies FieldLabels & Record<keyof CompanyDraft, string>;
}

interface PartProps {
  form: UseFormReturn<CompanyDraft>;
  labels: Record<keyof CompanyDraft, string>;
  readOnly: boolean;
}

const bodyClasses = 'grid gap-5 border-t border-line px-5 py-4 sm:px-6 sm:py-5';

function NameCard({ form, labels, readOnly, isNew }: PartProps & { isNew: boolean }) {
  const { t } = useLingui();
  const slug = form.watch('slug').trim().toLowerCase();
  const name = form.watch('name');
  const { slug: isOwnSlug = false } = form.formState.dirtyFields;
  useEffect(() => {
    if (isNew && !isOwnSlug) form.setValue('slug', createSlug(name));
  }, [form, isNew, isOwnSlug, name]);
  return (
    <Card>
      <CardHeader title={<Trans>Name</Trans>} className="sm:px-6" />
      <div className={`${bodyClasses} md:grid-cols-2`}>
        <FormField
          form={form}
          labels={labels}
          name="name"
          required
          readOnly={readOnly}
          hint={t`In the header, in page titles and in mail`}
        />
        <FormField
          form={form}
          labels={labels}
          name="slug"
          required
          readOnly={readOnly}
          validate={(text) =>
            /^\s*[a-z0-9][a-z0-9-]*\s*$/i.test(text) ||
            t`Use letters, digits and hyphens, and begin with a letter or a digit.`
          }
          hint={
            <span className="break-all">
              <Trans>New customers sign up at /signUp/{slug || '…'}</Trans>
            </span>
          }
        />
      </div>
    </Card>
  );
}

function LooksCard({ form, labels, readOnly }: PartProps) {
  return (
    <Card>
      <CardHeader
        title={<Trans>Logo and color</Trans>}
        description={
          <Trans>
            A logo is a PNG, JPEG, WebP or SVG file of at most 256 kB, shown 28 pixels high. In an SVG, turn words into
            paths.
          </Trans>
        }
        className="sm:px-6"
      />
      <div className={`${bodyClasses} md:grid-cols-2`}>
        <LogoField form={form} label={labels.logoLight} theme="light" readOnly={readOnly} />
        <LogoField form={form} label={labels.logoDark} theme="dark" readOnly={readOnly} />
        <AccentField form={form} label={labels.accentLight} theme="light" readOnly={readOnly} />
        <AccentField form={form} label={labels.accentDark} theme="dark" readOnly={readOnly} />
      </div>
    </Card>
  );
}

function MailCard({ form, labels, readOnly, installation }: PartProps & { installation?: Company['installation'] }) {
  const { t } = useLingui();
  const shared = { form, labels, readOnly };
  return (
    <Card>
      <CardHeader
        title={<Trans>Mail and contact</Trans>}
        description={<Trans>Empty fields use the installation’s settings.</Trans>}
        className="sm:px-6"
      />
      <div className={`${bodyClasses} md:grid-cols-2`}>
        <FormField {...shared} name="mailSenderName" placeholder={form.watch('name')} />
        <FormField
          {...shared}
          name="mailSender"
          type="email"
          placeholder={installation?.mailSender ?? ''}
          hint={t`The mail server has to allow it.`}
        />
        <FormField {...shared} name="mailReplyTo" type="email" placeholder={installation?.mailReplyTo ?? ''} />
        <FormField
          {...shared}
          name="contactUrl"
          placeholder={installation?.contactUrl ?? 'https://'}
          hint={t`For example https://vendor.example or mailto:care@vendor.example`}
        />
      </div>
    </Card>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReportedToken } from '@portico/contract';
import { useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { can } from '../../../lib/permissions.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { StateTag, TypeText } from '../components/token-text.tsx';
import { useReportLeak } from './leaked-tokens-api.ts';

interface FoundTokenProps {
  token: ReportedToken;
  onReported: (token: ReportedToken) => void;
}

/** The token that was found, and the form that disables it. */
export function FoundToken({ token, onReported }: FoundTokenProps) {
  const { account, productName, name, prefix, leakReport } = token;
  const called = name || prefix;
  return (
    <section aria-label={called} className="max-w-xl rounded-card border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold wrap-anywhere">{called}</h3>
        <StateTag state={token.state} isLeaked={leakReport !== null} />
      </div>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm [&_dt]:text-muted">
        <dt>
          <Trans>Account</Trans>
        </dt>
        <dd className="min-w-0 wrap-anywhere">
          <TextLink to="/Operator/Accounts/$id" params={{ id: String(account.id) }}>
            {account.name}
          </TextLink>
        </dd>
        <dt>
          <Trans>Product</Trans>
        </dt>
        <dd>{productName}</dd>
        <dt>
          <Trans>Type</Trans>
        </dt>
        <dd>
          <TypeText type={token.tokenType} />
        </dd>
        <dt>
          <Trans>Last used</Trans>
        </dt>
        <dd>
          <Moment at={token.lastUsed} none={<Trans>Never used</Trans>} />
        </dd>
      </dl>
      {leakReport === null ? (
        <ReportForm token={token} onReported={onReported} />
      ) : (
        <Alert tone="ok" className="mt-4">
          <Trans>It is disabled, and the account’s admins were mailed: {leakReport}</Trans>
        </Alert>
      )}
    </section>
  );
}

function ReportForm({ token, onReported }: FoundTokenProps) {
  const { t } = useLingui();
  const report = useReportLeak(token);
  const form = useForm({ defaultValues: { leakReport: '' } });
  const labels = { leakReport: t`Where it was found` };
  const submit = form.handleSubmit(async ({ leakReport }) => {
    try {
      onReported(await report.mutateAsync(leakReport.trim()));
    } catch (error) {
      applyProblemToForm(error, form, labels);
    }
  });
  if (!can('operator.reportTokens'))
    return (
      <Alert tone="info" className="mt-4">
        <Trans>You are a read-only user and cannot report tokens.</Trans>
      </Alert>
    );
  return (
    <form
      noValidate
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!report.isPending) void submit();
      }}
    >
      <FormField
        form={form}
        labels={labels}
        name="leakReport"
        required
        hint={<Trans>The account’s admins read it in the mail and beside the token.</Trans>}
      />
      <Button type="submit" variant="danger" className="justify-self-start" pending={report.isPending}>
        <Trans>Disable it and mail the account</Trans>
      </Button>
    </form>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReportedToken } from '@portico/contract';
import { tokenPrefix, tokenPrefixLength } from '@portico/contract/browser';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { can } from '../../../lib/permissions.ts';
import { ApiError } from '../../../lib/problem.ts';
import { reportProblem } from '../../../lib/report-problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { StateTag, TypeText } from '../components/token-text.tsx';
import { useFindToken, useReportLeak } from './leaked-tokens-api.ts';

/** Finds a token by its beginning, and disables it with a word on where it was found (TOK-10). */
export function LeakReport() {
  const { t } = useLingui();
  const find = useFindToken();
  const [found, setFound] = useState<ReportedToken | null>(null);
  const [prefix, setPrefix] = useState('');
  const [error, setError] = useState<string>();
  const search = async () => {
    setError(undefined);
    setFound(null);
    if (!tokenPrefix.test(prefix)) return setError(t`A token begins with ptp_ or pts_ and six letters or digits.`);
    try {
      setFound(await find.mutateAsync(prefix));
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'NotFound')
        setError(t`No token begins like this. It may be deleted.`);
      else reportProblem(cause);
    }
  };
  return (
    <Card>
      <CardHeader
        title={<Trans>Report a leak</Trans>}
        description={<Trans>For a token that somebody found in a public place, such as a repository or a forum</Trans>}
      />
      <div className="grid gap-5 border-t border-line px-5 py-5">
        <form
          noValidate
          className="max-w-xl"
          onSubmit={(event) => {
            event.preventDefault();
            if (!find.isPending) void search();
          }}
        >
          <Field
            label={t`Token`}
            error={error}
            hint={
              <Trans>Its first ten characters. Of a whole token that you paste, only these are kept and sent.</Trans>
            }
          >
            {(control) => (
              <div className="flex gap-2">
                <TextInput
                  {...control}
                  value={prefix}
                  onChange={(event) => setPrefix(event.target.value.trim().slice(0, tokenPrefixLength))}
                  placeholder="pts_Lw72Hd"
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  className="font-mono"
                />
                <Button type="submit" pending={find.isPending}>
                  <Search aria-hidden="true" />
                  <Trans>Find</Trans>
                </Button>
              </div>
            )}
          </Field>
        </form>
        {found && <FoundToken key={found.prefix} token={found} onReported={setFound} />}
      </div>
    </Card>
  );
}

interface FoundTokenProps {
  token: ReportedToken;
  onReported: (token: ReportedToken) => void;
}

function FoundToken({ token, onReported }: FoundTokenProps) {
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

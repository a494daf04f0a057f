import { Trans, useLingui } from '@lingui/react/macro';
import type { ExternalLogins } from '@portico/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { modelState } from '../../../lib/preloaded.ts';
import { reportProblem } from '../../../lib/report-problem.ts';
import { useAntiForgeryToken } from '../../../lib/session.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { ProviderMark } from './provider-mark.tsx';

interface ExternalLoginsTabProps {
  /**
   * Asks for a confirmation if required before a change (CON-1).
   * @throws ConfirmationCanceled
   */
  confirm: () => Promise<void>;
}

/**
 * The user's external logins: connected and available ones. The forms are posted natively, because the server
 * redirects them to other sites (EXT-8).
 */
export function ExternalLoginsTab({ confirm }: ExternalLoginsTabProps) {
  const query = useExternalLogins();
  const errors = modelState().modelState[''] ?? [];
  return (
    <div className="grid gap-5">
      {errors.length > 0 && (
        <Alert tone="bad">
          <ul>
            {errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        </Alert>
      )}
      <QueryView query={query} missing={<Trans>There are no external logins</Trans>} skeletonClassName="h-48">
        {(logins) => <Logins logins={logins} confirm={confirm} />}
      </QueryView>
    </div>
  );
}

function Logins({
  logins: { currentLogins, otherLogins },
  confirm,
}: { logins: ExternalLogins } & ExternalLoginsTabProps) {
  return (
    <>
      <Card className="overflow-hidden">
        <CardHeader
          title={<Trans>Connected logins</Trans>}
          description={<Trans>Accounts elsewhere with which you sign in here</Trans>}
        />
        {currentLogins.length === 0 ? (
          <EmptyState
            className="border-t border-line"
            title={<Trans>No account is connected</Trans>}
            description={
              otherLogins.length > 0 ? (
                <Trans>Connect one, and you sign in here without typing a password.</Trans>
              ) : (
                <Trans>There is no other login to connect here.</Trans>
              )
            }
          />
        ) : (
          <ul className="divide-y divide-line border-t border-line">
            {currentLogins.map((login) => (
              <CurrentLogin key={`${login.loginProvider} ${login.providerKey}`} login={login} confirm={confirm} />
            ))}
          </ul>
        )}
      </Card>
      {otherLogins.length > 0 && (
        <Card className="overflow-hidden">
          <CardHeader title={<Trans>Available logins</Trans>} />
          <ul className="divide-y divide-line border-t border-line">
            {otherLogins.map((login) => (
              <OtherLogin key={login.loginProvider} login={login} confirm={confirm} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

type Current = ExternalLogins['currentLogins'][number];

function CurrentLogin({ login, confirm }: { login: Current } & ExternalLoginsTabProps) {
  const { t } = useLingui();
  const { date } = useFormat();
  const { displayName, loginProvider, providerKey, email, addedAt, lastUsedAt, canRemove } = login;
  const added = date(addedAt);
  const used = lastUsedAt && date(lastUsedAt, 'dateTime');
  const facts = [email, t`connected ${added}`, used ? t`last used ${used}` : t`never used`].filter(Boolean);
  return (
    <Row name={loginProvider} title={displayName} facts={facts.join(' · ')}>
      {canRemove ? (
        <NativeForm handler="RemoveLogin" fields={{ loginProvider, providerKey }} confirm={confirm}>
          {(isPending) => (
            <Button type="submit" pending={isPending} aria-label={t`Remove ${displayName}`}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </NativeForm>
      ) : (
        <span className="text-sm text-muted">
          <Trans>Your last way to sign in</Trans>
        </span>
      )}
    </Row>
  );
}

function OtherLogin({
  login: { displayName, loginProvider },
  confirm,
}: { login: ExternalLogins['otherLogins'][number] } & ExternalLoginsTabProps) {
  const { t } = useLingui();
  return (
    <Row name={loginProvider} title={displayName} facts={t`Not connected`}>
      <NativeForm handler="LinkLogin" fields={{ provider: loginProvider }} confirm={confirm}>
        {(isPending) => (
          <Button type="submit" pending={isPending} aria-label={t`Connect ${displayName}`}>
            <Trans>Connect</Trans>
          </Button>
        )}
      </NativeForm>
    </Row>
  );
}

function Row({ name, title, facts, children }: { name: string; title: string; facts: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
      <ProviderMark name={name} />
      <div className="min-w-0 flex-1 basis-40">
        <h3 className="font-medium">{title}</h3>
        <p className="text-sm text-muted wrap-anywhere">{facts}</p>
      </div>
      {can('profile.changeExternalLogins') && children}
    </li>
  );
}

interface NativeFormProps extends ExternalLoginsTabProps {
  handler: 'LinkLogin' | 'RemoveLogin';
  fields: Readonly<Record<string, string>>;
  children: (isPending: boolean) => ReactNode;
}

/** Posts natively with the newest token, once the user has confirmed. */
function NativeForm({ handler, fields, confirm, children }: NativeFormProps) {
  const token = useAntiForgeryToken();
  const [isPending, setIsPending] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    event.preventDefault();
    setIsPending(true);
    try {
      await confirm();
      form.submit();
    } catch (error) {
      setIsPending(false);
      reportProblem(error);
    }
  };
  return (
    <form method="post" action={`/Profile/ExternalLogins?handler=${handler}`} onSubmit={(event) => void submit(event)}>
      <input type="hidden" name="__RequestVerificationToken" value={token} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children(isPending)}
    </form>
  );
}

/** The user's external logins, and those that can be connected. */
function useExternalLogins() {
  return useQuery({
    queryKey: ['external-logins', 'list'],
    queryFn: ({ signal }) => api('GET /api/ExternalLogins', { signal }),
  });
}

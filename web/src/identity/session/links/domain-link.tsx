import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, Globe, Unlink } from 'lucide-react';
import { useState } from 'react';
import { type Answer, api } from '../../../lib/api.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Frame } from '../components/frame.tsx';
import { Failure, FormSkeleton, SubjectPicture } from '../components/parts.tsx';
import { IncompleteLinkWithoutCode } from './incomplete-link.tsx';
import { isUseless, useCheckedLink } from './use-checked-link.ts';

type Link = Answer<'POST /api/ExternalProviders/DomainLinks/Check'>;

const checkDomainLink = (token: string) => api('POST /api/ExternalProviders/DomainLinks/Check', { body: { token } });

/** The page of the link mailed to admin@ a domain. The link is not used until the button is pressed (WEB-18). */
export function DomainLink() {
  const { t } = useLingui();
  const { state, retry, discard } = useCheckedLink('externalProviderDomain', checkDomainLink);
  const [done, setDone] = useState<Link>();
  if (done) return <Done link={done} />;
  if (state.kind === 'incomplete') return <IncompleteLinkWithoutCode />;
  if (state.kind === 'useless')
    return (
      <Frame title={t`This link no longer works`} step="useless" picture={<SubjectPicture icon={Unlink} />}>
        <p className="text-muted">
          <Trans>
            Links for a domain work once, within a day, and only the newest one. Ask the sender for a new one.
          </Trans>
        </p>
      </Frame>
    );
  if (state.kind === 'good') return <Ask token={state.token} link={state.link} onDone={setDone} onUseless={discard} />;
  return (
    <Frame title={t`Your mail domain`}>
      {state.kind === 'failed' ? <Failure onRetry={retry}>{describeProblem(state.error)}</Failure> : <FormSkeleton />}
    </Frame>
  );
}

interface AskProps {
  token: string;
  link: Link;
  onDone: (link: Link) => void;
  onUseless: () => void;
}

const strong = 'font-medium text-ink';

function Ask({ token, link: { domain, accountName, companyName }, onDone, onUseless }: AskProps) {
  const { t } = useLingui();
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const act = async () => {
    setProblem(undefined);
    setIsPending(true);
    try {
      return onDone(await api('POST /api/ExternalProviders/DomainLinks/Prove', { body: { token } }));
    } catch (error) {
      if (isUseless(error)) return onUseless();
      setProblem(describeProblem(error));
    }
    setIsPending(false);
  };
  return (
    <Frame title={t`Your mail domain`} picture={<SubjectPicture icon={Globe} />}>
      <p className="mb-5 text-muted wrap-anywhere">
        <Trans>
          <strong className={strong}>{accountName}</strong> wants people with an address at{' '}
          <strong className={strong}>{domain}</strong> to sign in to {companyName} with its own identity provider.
          Confirm it only if {accountName} is your company.
        </Trans>
      </p>
      {problem && (
        <Alert tone="bad" className="mb-4">
          {problem}
        </Alert>
      )}
      <Button variant="primary" size="lg" block pending={isPending} onClick={() => void act()}>
        <Trans>Yes, {domain} is ours</Trans>
      </Button>
      <p className="mt-4 text-sm text-muted">
        <Trans>If you do not know about it, close the page: nothing changes.</Trans>
      </p>
    </Frame>
  );
}

function Done({ link: { domain, accountName } }: { link: Link }) {
  const { t } = useLingui();
  return (
    <Frame title={t`The domain is confirmed`} step="done" picture={<SubjectPicture icon={CircleCheck} tone="ok" />}>
      <p className="text-muted wrap-anywhere">
        <Trans>
          {accountName} can now use its identity provider for {domain}. You can close this page.
        </Trans>
      </p>
    </Frame>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, MailCheck, MailX, Unlink } from 'lucide-react';
import { useCallback, useState } from 'react';
import { describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { answerRecipientLink, checkRecipientLink, type RecipientAnswer } from '../api/mailed-link.ts';
import { Frame } from '../components/frame.tsx';
import { Failure, FormSkeleton, SubjectPicture } from '../components/parts.tsx';
import { IncompleteLinkWithoutCode } from './incomplete-link.tsx';
import { isUseless, useCheckedLink } from './use-checked-link.ts';

type Page = 'confirm' | 'leave';

/**
 * The page of a link mailed to a recipient of an account's invoices, who has no login. The link is not used until the
 * button is pressed, because mail programs open links too (WEB-18).
 */
export function RecipientLink({ page }: { page: Page }) {
  const { t } = useLingui();
  const check = useCallback(
    async (token: string) => {
      const link = await checkRecipientLink(token);
      return link.kind === page ? link : null;
    },
    [page],
  );
  const { state, retry, discard } = useCheckedLink(`recipient_${page}`, check);
  const [done, setDone] = useState<RecipientAnswer>();
  const title = page === 'confirm' ? t`Invoices by mail` : t`Stop invoices by mail`;
  if (done) return <Done page={page} link={done} />;
  if (state.kind === 'incomplete') return <IncompleteLinkWithoutCode />;
  if (state.kind === 'useless') return <Useless page={page} />;
  if (state.kind === 'good') {
    const { token, link } = state;
    return <Ask {...{ token, link, page, title }} onDone={setDone} onUseless={discard} />;
  }
  return (
    <Frame title={title}>
      {state.kind === 'failed' ? <Failure onRetry={retry}>{describeProblem(state.error)}</Failure> : <FormSkeleton />}
    </Frame>
  );
}

interface AskProps {
  page: Page;
  title: string;
  token: string;
  link: RecipientAnswer;
  onDone: (answered: RecipientAnswer) => void;
  onUseless: () => void;
}

const strong = 'font-medium text-ink';

function Ask({ page, title, token, link: { accountName, email }, onDone, onUseless }: AskProps) {
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const act = async () => {
    setProblem(undefined);
    setIsPending(true);
    try {
      return onDone(await answerRecipientLink(page, token));
    } catch (error) {
      if (isUseless(error)) return onUseless();
      setProblem(describeProblem(error));
    }
    setIsPending(false);
  };
  return (
    <Frame title={title} picture={<SubjectPicture icon={page === 'confirm' ? MailCheck : MailX} />}>
      <p className="mb-5 text-muted wrap-anywhere">
        {page === 'confirm' ? (
          <Trans>
            <strong className={strong}>{accountName}</strong> wants its invoices and receipts to be mailed to{' '}
            <strong className={strong}>{email}</strong> too.
          </Trans>
        ) : (
          <Trans>
            <strong className={strong}>{email}</strong> will get no more invoices and receipts of{' '}
            <strong className={strong}>{accountName}</strong>.
          </Trans>
        )}
      </p>
      {problem && (
        <Alert tone="bad" className="mb-4">
          {problem}
        </Alert>
      )}
      <Button variant="primary" size="lg" block pending={isPending} onClick={() => void act()}>
        {page === 'confirm' ? <Trans>Yes, mail them to me</Trans> : <Trans>Stop these emails</Trans>}
      </Button>
      {page === 'confirm' && (
        <p className="mt-4 text-sm text-muted">
          <Trans>If you do not want them, close the page: you get no further mail.</Trans>
        </p>
      )}
    </Frame>
  );
}

function Done({ page, link: { accountName, email } }: { page: Page; link: RecipientAnswer }) {
  const { t } = useLingui();
  const isConfirmed = page === 'confirm';
  return (
    <Frame
      title={isConfirmed ? t`Your address is confirmed` : t`You get no more email`}
      step="done"
      picture={<SubjectPicture icon={CircleCheck} tone="ok" />}
    >
      <p className="text-muted wrap-anywhere">
        {isConfirmed ? (
          <Trans>
            From now on, the invoices and receipts of {accountName} go to {email} too. Each mail has a link to stop
            them.
          </Trans>
        ) : (
          <Trans>
            The invoices and receipts of {accountName} do not go to {email} any more. If you want them again, ask the
            people at {accountName}.
          </Trans>
        )}
      </p>
    </Frame>
  );
}

function Useless({ page }: { page: Page }) {
  const { t } = useLingui();
  return (
    <Frame title={t`This link no longer works`} step="useless" picture={<SubjectPicture icon={Unlink} />}>
      <p className="text-muted">
        {page === 'confirm' ? (
          <Trans>
            Links to confirm work for a week, and only the newest one. Ask the company that wanted to send you invoices.
          </Trans>
        ) : (
          <Trans>You were removed from the list: no more invoices are mailed to you.</Trans>
        )}
      </p>
    </Frame>
  );
}

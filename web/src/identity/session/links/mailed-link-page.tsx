import { useLingui } from '@lingui/react/macro';
import { Suspense, useCallback, useSyncExternalStore } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { describeProblem } from '../../../lib/problem.ts';
import { checkLink, deleteToken, type LinkPage, linkKindOfPage, pageOfNoLogin } from '../api/mailed-link.ts';
import { Frame } from '../components/frame.tsx';
import { Failure, FormSkeleton } from '../components/parts.tsx';
import { ConfirmSignUp } from './confirm-sign-up.tsx';
import { ConfirmEmail, EndSession, UndoEmail } from './link-actions.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { useCheckedLink } from './use-checked-link.ts';
import { UselessLink } from './useless-link.tsx';

/** Lazy, because few users open this page. */
const RecipientLink = lazyPart(() => import('./recipient-link.tsx').then((module) => module.RecipientLink));

/** Lazy too: the page for a mail domain's admin, who has no login either. */
const DomainLink = lazyPart(() => import('./domain-link.tsx').then((module) => module.DomainLink));

/** Lazy too: few mail programs shorten addresses. */
const IncompleteLink = lazyPart(() => import('./incomplete-link.tsx').then((module) => module.IncompleteLink));

const never = () => () => {};

/** The page of a mailed link, chosen by its address. The link is not used until the button is pressed. */
export function MailedLinkPage() {
  const { t } = useLingui();
  // One prerendered document serves all kinds of links.
  const kind = useSyncExternalStore(
    never,
    () => pageOfNoLogin(location.pathname) ?? linkKindOfPage(location.pathname),
    () => null,
  );
  const waiting = (
    <Frame title={t`Your link`}>
      <FormSkeleton />
    </Frame>
  );
  if (kind === 'confirm' || kind === 'leave' || kind === 'domain')
    return <Suspense fallback={waiting}>{kind === 'domain' ? <DomainLink /> : <RecipientLink page={kind} />}</Suspense>;
  return kind ? <CheckedLink kind={kind} /> : waiting;
}

function CheckedLink({ kind }: { kind: LinkPage }) {
  const { t } = useLingui();
  const check = useCallback(
    async (token: string) => {
      const link = await checkLink(token);
      return link.kind === kind || (link.kind === 'confirmSignUp' && kind === 'confirmEmail') ? link : null;
    },
    [kind],
  );
  const { state, retry, discard } = useCheckedLink(
    kind,
    check,
    useCallback(() => deleteToken(kind), [kind]),
  );
  const titles: Record<LinkPage, string> = {
    resetPassword: t`Choose a new password`,
    invitation: t`Welcome`,
    confirmEmail: t`Confirm your new address`,
    undoEmail: t`Take your address back`,
    endSession: t`Was this you?`,
  };
  if (state.kind === 'useless') return <UselessLink kind={kind} />;
  const waiting = (
    <Frame title={titles[kind]}>
      {state.kind === 'failed' ? <Failure onRetry={retry}>{describeProblem(state.error)}</Failure> : <FormSkeleton />}
    </Frame>
  );
  if (state.kind === 'incomplete')
    return (
      <Suspense fallback={waiting}>
        <IncompleteLink kind={kind} onEntered={retry} />
      </Suspense>
    );
  if (state.kind !== 'good') return waiting;
  const props = { title: titles[kind], token: state.token, link: state.link, onUseless: discard };
  if (kind === 'confirmEmail')
    return state.link.kind === 'confirmSignUp' ? <ConfirmSignUp {...props} /> : <ConfirmEmail {...props} />;
  if (kind === 'undoEmail') return <UndoEmail {...props} />;
  if (kind === 'endSession') return <EndSession {...props} />;
  return <NewPasswordForm {...props} page={kind} />;
}

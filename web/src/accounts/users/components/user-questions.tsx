import { Trans } from '@lingui/react/macro';
import type { User } from '@portico/contract';
import { ConfirmationCanceled } from '../../../lib/confirmation.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useVerificationQuestion } from '../../../ui/verification-question.ts';
import {
  useChangeActivation,
  useEndUserSessions,
  useReleaseIdentities,
  useResetSecondFactor,
  useTransferOwnership,
} from '../users.api.ts';

export type UserQuestion =
  | 'activate'
  | 'deactivate'
  | 'resetSecondFactor'
  | 'endSessions'
  | 'releaseIdentities'
  | 'transferOwnership';

interface UserQuestionsProps {
  user: User;
  question: UserQuestion;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks before an admin changes a user's access, and makes the change. */
export function UserQuestions({ user, question, open, onOpenChange }: UserQuestionsProps) {
  const { act, reset, isPending, error } = useAct(user.id, question);
  const verification = useVerificationQuestion();
  const words = questionTexts(`${user.firstName} ${user.lastName}`.trim() || user.login)[question];
  return (
    <ConfirmDialog
      {...words}
      {...(question === 'resetSecondFactor' && { asks: verification })}
      open={open}
      onOpenChange={(next) => {
        reset();
        onOpenChange(next);
      }}
      tone={question === 'activate' ? 'primary' : 'danger'}
      isPending={isPending}
      error={error instanceof ConfirmationCanceled ? undefined : error}
      onConfirm={(answer) =>
        act(answer).then(
          () => onOpenChange(false),
          // On failure, the question shows the reason.
          () => undefined,
        )
      }
    />
  );
}

function useAct(id: number, question: UserQuestion) {
  const activation = useChangeActivation(id);
  const secondFactor = useResetSecondFactor(id);
  const sessions = useEndUserSessions(id);
  const identities = useReleaseIdentities(id);
  const ownership = useTransferOwnership(id);
  const mutations = {
    activate: { ...activation, act: () => activation.mutateAsync(true) },
    deactivate: { ...activation, act: () => activation.mutateAsync(false) },
    resetSecondFactor: { ...secondFactor, act: (verification: string) => secondFactor.mutateAsync(verification) },
    endSessions: { ...sessions, act: () => sessions.mutateAsync() },
    releaseIdentities: { ...identities, act: () => identities.mutateAsync() },
    transferOwnership: { ...ownership, act: () => ownership.mutateAsync() },
  };
  const { act, reset, isPending, error } = mutations[question];
  return { act: act as (answer: string) => Promise<unknown>, reset, isPending, error };
}

function questionTexts(name: string) {
  return {
    activate: {
      title: <Trans>Activate {name}?</Trans>,
      description: <Trans>The user can sign in again.</Trans>,
      confirmLabel: <Trans>Activate</Trans>,
    },
    deactivate: {
      title: <Trans>Deactivate {name}?</Trans>,
      description: <Trans>All sessions end at once, and the user cannot sign in until you activate them again.</Trans>,
      confirmLabel: <Trans>Deactivate</Trans>,
    },
    resetSecondFactor: {
      title: <Trans>Reset the second factor of {name}?</Trans>,
      description: (
        <Trans>
          The methods, recovery codes and passkeys are removed and all sessions end. First make sure that this person
          really asked for it; an email is not proof. The user is notified by mail.
        </Trans>
      ),
      confirmLabel: <Trans>Reset second factor</Trans>,
    },
    endSessions: {
      title: <Trans>End all sessions of {name}?</Trans>,
      description: <Trans>The user has to sign in again, everywhere.</Trans>,
      confirmLabel: <Trans>End sessions</Trans>,
    },
    releaseIdentities: {
      title: <Trans>Unlink {name} from the identity providers?</Trans>,
      description: (
        <Trans>
          The sessions that began there end. The next person who signs in there with the user’s email address is linked
          to this user.
        </Trans>
      ),
      confirmLabel: <Trans>Unlink</Trans>,
    },
    transferOwnership: {
      title: <Trans>Make {name} the owner?</Trans>,
      description: (
        <Trans>
          You remain an admin, and only the new owner can return the ownership. {name} can no longer sign in with an
          identity provider that someone else connected. Their passkeys and external logins are removed, and their
          sessions end. Both of you are notified by mail.
        </Trans>
      ),
      confirmLabel: <Trans>Transfer ownership</Trans>,
    },
  };
}

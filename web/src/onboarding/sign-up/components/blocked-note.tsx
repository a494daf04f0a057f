import { Plural } from '@lingui/react/macro';

interface BlockedNoteProps {
  secondsLeft: number;
  /** Whether the button was pressed, so that the form is sent again at zero. */
  isWaiting: boolean;
  /** Whether the form waits for other registrations. */
  isBusy: boolean;
}

/** Why registering is blocked, with a countdown in seconds. */
export function BlockedNote({ secondsLeft, isWaiting, isBusy }: BlockedNoteProps) {
  return (
    <span role="timer">
      {isBusy ? (
        <Plural
          value={secondsLeft}
          one="Many people are registering just now. We go on by ourselves in # second."
          other="Many people are registering just now. We go on by ourselves in # seconds."
        />
      ) : isWaiting ? (
        <Plural
          value={secondsLeft}
          one="You pressed the button too fast, please wait # sec. We try again by ourselves."
          other="You pressed the button too fast, please wait # sec. We try again by ourselves."
        />
      ) : (
        <Plural
          value={secondsLeft}
          one="Please wait # second before registration"
          other="Please wait # seconds before registration"
        />
      )}
    </span>
  );
}

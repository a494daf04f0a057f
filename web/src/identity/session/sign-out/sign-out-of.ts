/**
 * Appends a name to a product's address: `https://scan.example/app/` and `logout` result in
 * `https://scan.example/app/logout`.
 */
export function addressBelow(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/${name}`;
  address.search = '';
  address.hash = '';
  return address.href;
}

export type SignOutStatus = 'unknown' | 'ok' | 'failed';

/**
 * Signs out of a product (SES-22): requests the end of its session, then loads its page in a hidden frame, which
 * reports the result.
 * @param stop ends the waiting, and removes the frame
 * @returns the product's result; `failed` if it is unreachable or does not answer
 */
export async function signOutOfProduct(url: string, stop: AbortSignal): Promise<'ok' | 'failed'> {
  try {
    // The response is ignored, because the portal may not read it.
    await fetch(addressBelow(url, '_signout'), {
      method: 'POST',
      mode: 'no-cors',
      credentials: 'include',
      signal: stop,
    });
  } catch {
    return 'failed';
  }
  return stop.aborted ? 'failed' : listenToFrame(addressBelow(url, 'logout'), stop);
}

function listenToFrame(address: string, stop: AbortSignal): Promise<'ok' | 'failed'> {
  const { origin } = new URL(address);
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = '';
  frame.src = address;
  return new Promise((resolve) => {
    const end = (status: 'ok' | 'failed') => {
      removeEventListener('message', hear);
      stop.removeEventListener('abort', giveUp);
      frame.remove();
      resolve(status);
    };
    const hear = ({ source, origin: from, data }: MessageEvent) => {
      if (source !== frame.contentWindow || from !== origin) return;
      if (data === 'ok' || data === 'failed') end(data);
    };
    const giveUp = () => end('failed');
    addEventListener('message', hear);
    stop.addEventListener('abort', giveUp);
    document.body.append(frame);
  });
}

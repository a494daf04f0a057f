import { chromium } from 'playwright-core';

/** The browser of `CHROME_PATH` without a window. `more` are further arguments. */
export function launchChromium(...more: string[]) {
  return chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
}

import type { Page } from '@playwright/test';

/** Gives the page's browser an authenticator with user verification, whose user confirms each request at once. */
export async function addVirtualAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/**
 * Disables passkeys in fields. Otherwise the virtual authenticator would answer the address field's request before a button is pressed. @param part
 * only on pages with this in their address
 */
export async function hidePasskeysInFields(page: Page, part = ''): Promise<void> {
  await page.addInitScript(
    `if (window.PublicKeyCredential && location.href.includes(${JSON.stringify(part)}))
       PublicKeyCredential.isConditionalMediationAvailable = async () => false;`,
  );
}

import type { Page } from 'playwright/test'

/** A security key in Chrome itself (https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/). */
export async function addAuthenticator(page: Page, { isUserVerified = true } = {}) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Loses the phone. */
    lose: () => devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
    keys: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** Whether the person's finger is known from now on. */
    verify: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

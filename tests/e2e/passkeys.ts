import { expect, type Browser, type Page } from 'playwright/test'
import { pressInFoot } from './people.ts'
import type { TestSite } from './test-site.ts'

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

/** Opens People from the foot, and invites somebody; returns the link. */
export async function invite(page: Page, name: string): Promise<string> {
  await pressInFoot(page, 'People')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@studio.test`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  return page.getByRole('status').getByText('/admin/join#').innerText()
}

/** Accepts an invitation on a device of its own. */
export async function joined(browser: Browser, { url }: TestSite, link: string) {
  const page = await browser.newPage({ baseURL: url })
  const authenticator = await addAuthenticator(page)
  await page.goto(link)
  await page.getByRole('button', { name: 'Make my passkey' }).click()
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  return { page, authenticator }
}

export const useKey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' }).click()

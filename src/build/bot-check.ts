import type { AstroIntegration } from 'astro'
import { recaptchaOrigin } from '../forms/recaptcha-origin.ts'

/** The bot check of a third party, for a site that is built with its key. */
export type Recaptcha = { siteKey: string; origin: string }

declare global {
  /** The same in the code of the pages: the one who knows which bot check they use is the build. */
  const __RECAPTCHA__: Recaptcha | null
}

/** Reads RECAPTCHA_SITE_KEY and RECAPTCHA_ORIGIN; null without a key, and throws for a wrong origin. */
export function recaptchaIn(env: NodeJS.ProcessEnv): Recaptcha | null {
  const siteKey = env['RECAPTCHA_SITE_KEY']
  return siteKey ? { siteKey, origin: recaptchaOrigin(env) } : null
}

/** Tells the pages which bot check they are built with. */
export const botCheck = (): AstroIntegration => ({
  name: 'bot-check',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      const __RECAPTCHA__ = JSON.stringify(recaptchaIn(process.env))
      updateConfig({ vite: { define: { __RECAPTCHA__ } } })
    },
  },
})

import type { AstroIntegration } from 'astro'
import { recaptchaOrigin } from '../forms/bot-check.ts'

/** A third party's bot check, if the site is built with its key. */
export type Recaptcha = { siteKey: string; origin: string }

declare global {
  /** The bot check of this build, as browser code reads it. */
  const __RECAPTCHA__: Recaptcha | null
}

/** Reads RECAPTCHA_SITE_KEY and RECAPTCHA_ORIGIN; null without a key, and throws for a wrong origin. */
export function recaptchaIn(env: NodeJS.ProcessEnv): Recaptcha | null {
  const siteKey = env['RECAPTCHA_SITE_KEY']
  return siteKey ? { siteKey, origin: recaptchaOrigin(env) } : null
}

/** Puts the bot check of this build into browser code. */
export const botCheck = (): AstroIntegration => ({
  name: 'bot-check',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      const __RECAPTCHA__ = JSON.stringify(recaptchaIn(process.env))
      updateConfig({ vite: { define: { __RECAPTCHA__ } } })
    },
  },
})

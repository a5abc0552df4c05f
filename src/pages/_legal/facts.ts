import { studio } from '../../data/studio.ts'
import { legalFacts } from '../../schemas/legal-facts.ts'
import type { botChecks } from '../../schemas/legal.ts'

export const facts = legalFacts(studio)

export const botCheckUsed: (typeof botChecks)[number] = __RECAPTCHA__
  ? 'reCAPTCHA'
  : 'proof of work'

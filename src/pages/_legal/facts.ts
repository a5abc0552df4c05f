import { studio } from '../../data/studio.ts'
import type { botChecks } from '../../schemas/legal.ts'
import { legalFacts } from './legal-facts.ts'

export const facts = legalFacts(studio)

export const botCheckUsed: (typeof botChecks)[number] = __RECAPTCHA__
  ? 'reCAPTCHA'
  : 'proof of work'

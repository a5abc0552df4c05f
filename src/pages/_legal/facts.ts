import { studio } from '../../data/studio.ts'
import { legalFacts } from './legal-facts.ts'

/** What the legal texts may quote, by name. */
export const facts = legalFacts(studio)

import { studio } from '../../data/studio.ts'
import { legalFacts } from './legal-facts.ts'

/** The facts that legal texts may quote, by name. */
export const facts = legalFacts(studio)

import { studio } from '../../studio.ts'
import { legalFacts } from './legal-facts.ts'

export const facts = legalFacts(studio)

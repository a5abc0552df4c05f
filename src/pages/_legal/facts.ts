import { studio } from '../../data/studio.ts'
import { legalFacts } from './legal-facts.ts'

export const facts = legalFacts(studio)

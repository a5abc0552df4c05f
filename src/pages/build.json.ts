import { buildId } from '../data/built-at.ts'

/** The current build. A page from before a deploy has another id (src/interaction/updated.ts). */
export const GET = () => Response.json({ id: buildId })

import { idOf } from '../publication/build-file.ts'

/**
 * The moment of the build, in milliseconds since 1970: the same for all pages and for the functions.
 * The first that asks sets it for the whole process. Tests set it before; an empty one is none.
 */
const given = (process.env['BUILT_AT'] ||= String(Date.now()))

export const builtAt = Number(given)

export const buildId = idOf({ at: builtAt })

/** Netlify's names for deploys that only the studio sees. */
const PREVIEWS = ['deploy-preview', 'branch-deploy']

export const isPreview = () => PREVIEWS.includes(process.env['CONTEXT'] ?? '')

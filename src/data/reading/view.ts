/** Netlify's names for deploys that only the studio sees. */
const PREVIEWS = ['deploy-preview', 'branch-deploy']

export const isPreview = () => PREVIEWS.includes(process.env['CONTEXT'] ?? '')

/** At which moment content is read, and whether that is read too which is not public then. */
export type View = { at: number; showsUnpublished: boolean }

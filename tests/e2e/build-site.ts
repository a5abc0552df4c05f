import { buildSite } from '../../scripts/build.ts'

/** Builds the site once before the tests, because every worker serves this build. */
export default () => buildSite()

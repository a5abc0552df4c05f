import { buildSite } from '../../scripts/build.ts'

/** Every worker serves this build, so it is made once, before the first of them. */
export default () => buildSite()

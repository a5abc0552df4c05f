/** The views of the foot, which load together. */
export { Log } from './Log.tsx'
export { People } from './People.tsx'

/** What functions know of the build they belong to. Each build writes it, and `npm run dev` too. */
export type Build = {
  /** The moment of the build, in milliseconds since 1970. */
  at: number
  /** The later moments at which an entry should appear or close, the first one first. */
  changes: number[]
  /** True in previews and in `npm run dev`. */
  showsUnpublished: boolean
}

/** The name of a build, in its pages, its `/build.json` and the answers of its functions. */
export const idOf = ({ at }: Pick<Build, 'at'>) => at.toString(36)

/** Its file, by the folder of the build. netlify.toml puts that of `dist` into the functions. */
export const buildFileOf = (folder: string) => `.cache/build-${folder}.json`

/** Its pages for forms that came without script (src/build/form-pages.ts). */
export const formPagesOf = (folder: string) => `.cache/form-pages-${folder}.mjs`

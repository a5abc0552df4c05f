import type { Plugin } from 'vite'

/** Warnings of every build that mean nothing. All others are shown. */
const KNOWN = [
  // Astro marks each MDX file with this directive and has read it before the bundler warns.
  /directive "use astro:head-inject"/,
  // Contents.astro uses it. The minifier doesn't know it and keeps it.
  /'target-current' is not recognized/,
]

/** Hides known warnings, so that a new one is seen. */
export const knownWarnings: Plugin = {
  name: 'known-warnings',
  configResolved({ logger }) {
    const warn = logger.warn.bind(logger)
    logger.warn = (message, options) => {
      if (!KNOWN.some((pattern) => pattern.test(message))) warn(message, options)
    }
  },
}

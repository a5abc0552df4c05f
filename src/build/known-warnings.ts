import type { AstroIntegration } from 'astro'

/** Warnings of every build that mean nothing. All others are shown. */
const KNOWN = [
  // Astro marks each MDX file with this directive and has read it before the bundler warns.
  /directive "use astro:head-inject"/,
  // Contents.astro uses it. The minifier doesn't know it and keeps it.
  /'target-current' is not recognized/,
]

/** Hides known warnings, so that a new one is seen. */
export const knownWarnings = (): AstroIntegration => ({
  name: 'known-warnings',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      updateConfig({ vite: { plugins: [{ name: 'known-warnings', configResolved: filter }] } })
    },
  },
})

type Logger = { warn: (message: string, options?: object) => void }

function filter({ logger }: { readonly logger: Logger }) {
  const warn = logger.warn.bind(logger)
  logger.warn = (message, options) => {
    if (!KNOWN.some((pattern) => pattern.test(message))) warn(message, options)
  }
}

import type { AstroIntegration } from 'astro'

/** What the tools say on every build though nothing is wrong. Whatever else they say is shown. */
const KNOWN = [
  // Astro marks each MDX file with a directive of its own, which has done its work by then.
  /directive "use astro:head-inject"/,
  // The contents of a legal text show the place with it; the minifier leaves it as it is.
  /'target-current' is not recognized/,
]

/** Keeps known warnings out of the build's output, so that a new one is seen. */
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

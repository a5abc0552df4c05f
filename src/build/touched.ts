import type { AstroIntegration } from 'astro'

/** Makes `client:touched` known to Astro. */
export const touched = (): AstroIntegration => ({
  name: 'client-touched',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'touched', entrypoint: './src/interaction/touched.ts' })
    },
  },
})

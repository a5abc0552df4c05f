import type { AstroIntegration } from 'astro'

import { MISTAKE } from '../../data/reading/loader.ts'

/** In `npm run dev`: shows mistakes in content over each open page until they are corrected. */
export const contentMistakes = (): AstroIntegration => ({
  name: 'content-mistakes',
  hooks: {
    'astro:server:setup': ({ server: { watcher, ws } }) => {
      const mistakes = new Map<string, string>()
      const show = () => {
        // A wrong fact is wrong in every collection.
        const message = [...new Set(mistakes.values())].join('\n')
        if (message)
          ws.send({ type: 'error', err: { title: 'A mistake in content', message, stack: '' } })
      }
      ws.on('connection', show)
      watcher.on(MISTAKE, (collection: string, mistake: string) => {
        const wasWrong = mistakes.delete(collection)
        if (mistake) mistakes.set(collection, mistake)
        if (wasWrong && mistakes.size === 0) ws.send({ type: 'full-reload' })
        else show()
      })
    },
  },
})

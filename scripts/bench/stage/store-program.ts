import { startBlobs } from '#local/blobs/start-blobs.ts'

/** A store in a process of its own, as far from what is measured as Netlify's is. */
const { context } = await startBlobs({ file: ':memory:', port: 0 })
process.send?.(context)
process.on('disconnect', () => process.exit())

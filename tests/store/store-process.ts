import { startBlobs } from '#local/blobs/start-blobs.ts'

// A store in a process of its own: prints its context, and lives until it is killed or left alone.
const { context } = await startBlobs({ file: process.argv[2] ?? ':memory:', port: 0 })
process.stdout.write(`${context}\n`)
process.stdin.on('end', () => process.exit()).resume()

import { startBlobs } from '#local/blobs/start-blobs.ts'

// A store of its own process, at this port or any free one: prints its context, and lives until it is
// killed or left alone.
const [file = ':memory:', port] = process.argv.slice(2)
const { context } = await startBlobs({ file, port: Number(port) })
process.stdout.write(`${context}\n`)
process.stdin.on('end', () => process.exit()).resume()

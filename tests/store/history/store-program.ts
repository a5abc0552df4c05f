import { startBlobs } from '#local/blobs/start-blobs.ts'

// Runs a store at this port or a free one, and prints its context. It ends with its parent.
const [file = ':memory:', port] = process.argv.slice(2)
const { context } = await startBlobs({ file, port: Number(port) })
process.stdout.write(`${context}\n`)
process.stdin.on('end', () => process.exit()).resume()

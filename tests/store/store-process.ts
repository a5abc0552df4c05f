import { startBlobs } from '#local/blobs/start-blobs.ts'

// Prints the store's context and runs until it is killed or its parent ends.
const { context } = await startBlobs({ file: process.argv[2] ?? ':memory:', port: 0 })
process.stdout.write(`${context}\n`)
process.stdin.on('end', () => process.exit()).resume()

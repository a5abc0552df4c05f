import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BlobsServer } from '@netlify/blobs/server'
import { startBlobs } from '#local/blobs/start-blobs.ts'

/** The settings for `getStore` to reach a server, and a function to stop the server. */
export type Backend = { access: Access; close: () => Promise<void> }
export type Access = {
  siteID: string
  token: string
  edgeURL: string
  uncachedEdgeURL: string
  fetch?: typeof fetch
}

/** Small, so that a list needs several pages. */
const pageSize = 7

/** Decodes the value of NETLIFY_BLOBS_CONTEXT, as the client does. */
export const accessOf = (context: string): Access =>
  JSON.parse(Buffer.from(context, 'base64').toString()) as Access

export async function embeddedOverHttp(): Promise<Backend> {
  const { context, close } = await startBlobs({ file: ':memory:', port: 0, pageSize })
  return { access: accessOf(context), close }
}

export async function embeddedInProcess(): Promise<Backend> {
  const { context, fetch, close } = await startBlobs({ file: ':memory:', pageSize })
  return { access: { ...accessOf(context), fetch }, close }
}

/** The client's own server, which keeps blobs as files in a folder. */
export async function stock(): Promise<Backend> {
  const directory = await mkdtemp(join(tmpdir(), 'stock-blobs-'))
  const token = 'secret'
  const server = new BlobsServer({ directory, token })
  const { port } = await server.start()
  const url = `http://localhost:${port}`
  return {
    access: { siteID: 'local', token, edgeURL: url, uncachedEdgeURL: url },
    async close() {
      await server.stop()
      await rm(directory, { recursive: true, maxRetries: 3 })
    },
  }
}

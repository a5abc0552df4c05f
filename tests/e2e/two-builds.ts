import { once } from 'node:events'
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { buildCopy } from '../build/build-copy.ts'
import { roles } from '../content.ts'
import { copyProject } from './dev-site.ts'
import { startTestSite, type TestSite } from './test-site.ts'

/** Two builds of the site on one store, behind one address. Netlify pins the files of build B. */
export type TwoBuilds = TestSite & {
  /** Puts this build behind the address. Files of the other one are gone. */
  publish: (build: 'A' | 'B') => void
  /** The project of build B. */
  folder: string
  /** A role that build A offers and build B has closed. */
  closedRole: string
}

/** Build A is this project's. Build B differs in each file's name, in a form, and in a role. */
export async function startTwoBuilds(): Promise<TwoBuilds> {
  const folder = await copyProject()
  const closedRole = await changeCopy(folder)
  await buildCopy(folder, new Date().toISOString(), { NETLIFY_SKEW_PROTECTION_TOKEN: 'B' })

  const blobs = await startBlobs({ file: ':memory:', port: 0 })
  const env = { NETLIFY_BLOBS_CONTEXT: blobs.context }
  const sites = {
    A: await startTestSite('dist', env),
    B: await startTestSite('dist', env, folder),
  }
  let current = sites.A
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming
    // Netlify finds the file of the deploy that its address names.
    const isPinned = url.startsWith('/_astro/') && url.includes('deploy=B')
    const { url: site } = isPinned ? sites.B : current
    const sent = request(new URL(url, site), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    sent.on('error', () => outgoing.destroy())
    incoming.pipe(sent)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    ...sites.A,
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    log: () => sites.A.log() + sites.B.log(),
    folder,
    closedRole,
    publish: (build) => {
      current = sites[build]
    },
    async close() {
      server.close()
      server.closeAllConnections()
      for (const site of Object.values(sites)) await site.close()
      await blobs.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Contact has another field in place of the company; a role is closed. Returns the role's title. */
async function changeCopy(folder: string): Promise<string> {
  const change = async (file: string, from: string | RegExp, to: string) => {
    const path = join(folder, file)
    const text = await readFile(path, 'utf8')
    const changed = text.replace(from, to)
    if (changed === text) throw new Error(`${file} has no ${from}.`)
    await writeFile(path, changed)
  }
  const otherNames = "{ name: 'other-names', augmentChunkHash: () => 'B' }"
  await change(
    'astro.config.mjs',
    'plugins: [clientBundle',
    `plugins: [${otherNames}, clientBundle`,
  )
  await change(
    'src/forms/contact.ts',
    /company: \{[^]*?\n {4}\},/,
    "city: { label: 'City', control: 'line', answer: line('City is required.') },",
  )
  await change('src/forms/contact.ts', "'company', ", '')
  await change('content/forms/contact.yaml', /^ {2}company: .*\n/m, '')
  const [role] = roles
  if (!role) throw new Error('There is no open role.')
  await appendFile(join(folder, `content/roles/${role.id}.yaml`), 'closes: 2020-01-01\n')
  return role.title
}

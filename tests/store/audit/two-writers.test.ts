import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { completeLog } from '#server/audit/check-log.ts'
import { readLog } from '#server/audit/log.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'
import { runs } from '../../runs.ts'
import { newDataFile } from '../data-file.ts'
import { faultsInLog } from './whole-log.ts'

const program = fileURLToPath(new URL('log-program.ts', import.meta.url))
const run = promisify(execFile)
/** The long run has 10,000 of each. */
const ACTS = runs(100, 10_000)

test(
  'two processes write whole chains, though a fifth of their requests fail',
  { timeout: 60 * 60_000 },
  async () => {
    const blobs = await startBlobs({ file: newDataFile(), port: 0 })
    onTestFinished(() => blobs.close())
    const outputs = await Promise.all(
      ['one', 'other'].map((name) =>
        run(process.execPath, [program, blobs.context, name, String(ACTS), '0.2'], {
          maxBuffer: 10_000_000,
        }),
      ),
    )
    const confirmed = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as string[])
    process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
    useTransport(blobs.fetch)
    await completeLog()
    expect(await faultsInLog()).toEqual([])

    const written: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const { items, next } = await readLog(after, null)
      written.push(...items.map(({ about }) => about.id ?? ''))
      after = next
    }
    expect(confirmed.length).toBeGreaterThan(ACTS)
    const there = new Set(written)
    expect(written).toHaveLength(there.size)
    expect(confirmed.filter((id) => !there.has(id))).toEqual([])
  },
)

import { parseArgs } from 'node:util'
import type { TestAnswer } from '#api/admin-contract.ts'
import { testChannels } from '#server/notifications/channels.ts'
import { notifySettings } from '#server/notifications/settings.ts'
import { runCommand, siteAddress, Stop } from './site/command.ts'
import { setUpAdmin, setUpNotifications } from './site/local-settings.ts'
import { openStore } from './site/open-store.ts'
import { setting } from './setup/settings.ts'
import { signIn } from './site/signed-in.ts'

/**
 * `npm run notify:test [-- https://your.domain]`: sends a test notification through every channel of
 * this machine, or of a deployed site, signed in as the admin.
 */

await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [site] = positionals
  const outcomes = await (site === undefined ? here() : deployed(siteAddress(site)))
  const all = Object.entries(outcomes)
  if (all.length === 0) {
    throw new Stop('Nobody is told of anything. Set NOTIFY_TO and SMTP_URL, or a webhook.')
  }
  for (const [channel, outcome] of all) {
    console.log(`${channel}: ${outcome.ok ? `sent. ${outcome.note ?? ''}`.trim() : outcome.why}`)
  }
  if (all.some(([, outcome]) => !outcome.ok)) process.exitCode = 1
})

async function here(): Promise<TestAnswer['channels']> {
  const dataDir = setting('DATA_DIR') ?? '.data'
  if (!setting('SMTP_URL')) {
    // As at `npm start`: each mail becomes a file.
    await setUpAdmin(dataDir)
    console.log(setUpNotifications(dataDir))
  }
  const { wrong } = notifySettings()
  const faults = [...wrong.mail, ...wrong.webhook]
  if (faults.length > 0) throw new Stop(faults.join('\n'))
  const close = await openStore(dataDir)
  return testChannels().finally(close)
}

async function deployed(site: string): Promise<TestAnswer['channels']> {
  const { ask } = await signIn(site, 'notify:test')
  const answer = await ask('notifications/test', { method: 'POST' })
  return ((await answer.json()) as TestAnswer).channels
}

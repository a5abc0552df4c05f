import { parseArgs } from 'node:util'
import { runCommand, Stop } from './site/command.ts'
import { endProgress, tellProgress } from './site/progress.ts'
import { checkBackup } from './backup/read-backup.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { accessStore } from './site/store-access.ts'

/**
 * `npm run restore -- folder [https://your.domain]`: puts a backup into an empty store. The same
 * command goes on with a restore that was interrupted.
 */

await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [folder, site, ...others] = positionals
  if (folder === undefined || others.length > 0) {
    throw new Stop('Say which backup: npm run restore -- folder [https://your.domain]')
  }
  // Before anybody is asked for a password.
  await checkBackup(folder)
  const store = await accessStore(site)
  try {
    const entries = await restoreBackup(store, folder, (sofar) => tellProgress(`${sofar} entries`))
    endProgress()
    console.log(`${entries} entries of ${folder} are in the store of ${store.where}.`)
  } finally {
    await store.close()
  }
})

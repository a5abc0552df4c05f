import { parseArgs } from 'node:util'
import { endProgress, printProgress, runCommand, Stop } from './site/command.ts'
import { checkBackup } from './backup/read-backup.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { accessStore } from './site/store-access.ts'

/**
 * `npm run restore -- folder [https://your.domain]`: restores a backup into an empty store. The
 * same command continues an interrupted restore.
 */

await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [folder, site, ...others] = positionals
  if (folder === undefined || others.length > 0) {
    throw new Stop('Say which backup: npm run restore -- folder [https://your.domain]')
  }
  // A damaged backup is refused before the command asks for a password.
  await checkBackup(folder)
  const store = await accessStore(site)
  try {
    const entries = await restoreBackup(store, folder, (sofar) => printProgress(`${sofar} entries`))
    endProgress()
    console.log(`${entries} entries of ${folder} are in the store of ${store.where}.`)
  } finally {
    await store.close()
  }
})

import { buildSite } from './build.ts'
import { islandsOf } from './islands/island-bytes.ts'
import { runCommand } from './site/command.ts'

/** One page for each island. */
const PAGES = ['index', 'portfolio', 'contact', 'careers', 'eir', 'investors', 'calmist', 'admin']

/** `npm run islands`: what each island costs once it is touched, in bytes at brotli quality 5. */
await runCommand(async () => {
  await buildSite()
  const rows: { island: string; bytes: number; files: number }[] = []
  for (const page of PAGES) {
    for (const { name, files, bytes } of await islandsOf('dist', `${page}.html`)) {
      if (rows.every((row) => row.island !== name))
        rows.push({ island: name, bytes, files: files.length })
    }
  }
  console.table(rows)
})

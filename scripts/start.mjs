// npm start: installs what is missing, then builds and serves the site.
import { install } from './setup/installed.mjs'
import { runPinned } from './setup/pinned-node.mjs'

try {
  install()
  runPinned('scripts/serve.ts')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

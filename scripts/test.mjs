// npm test: installs what is missing, then runs every check.
import { install } from './setup/installed.mjs'
import { runPinned } from './setup/pinned-node.mjs'

try {
  install()
  runPinned('scripts/test/all-checks.ts')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
}

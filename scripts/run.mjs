// npm start, npm test: installs what is missing, then runs a script on the pinned Node.
import { install } from './setup/installed.mjs'
import { runPinned } from './setup/pinned-node.mjs'

try {
  install()
  runPinned()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (process.env.npm_lifecycle_event === 'test') console.log('0 passed, 1 failed')
  process.exitCode = 1
}

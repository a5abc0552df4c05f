import './stand-ins.ts'
import { test } from 'vitest'
import { play } from './play.ts'
import { house, later, oldStore, erase } from './scenes.ts'
import { prepare } from './world.ts'
prepare()
test('one', async () => {
  for (const op of [house, erase]) {
  const t = performance.now()
  try {
  const s = await play(later(oldStore(['messages', 'applications', 'waitlist', 'closed waitlist']), op))
  process.stdout.write(s.log.join('\n') + `\n${s.step} steps ${performance.now() - t} ms\n`)
  } catch (e) { process.stdout.write(String(e)) }
  }
})

import { runHousekeeping } from '#server/housekeeping/run.ts'
import { checkStore } from '#server/housekeeping/check.ts'
import { StorageDown } from '#server/storage/faults.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'
import { useDevContext } from '#server/storage/request-context.ts'
import { faultyTransport } from './faulty-transport.ts'
import { ask, idle, send } from './functions.ts'
import type { Answer, FromWorker, Task, ToWorker } from './tasks.ts'

// Runs an instance of the functions in its own process, and does tasks until it is killed.

const { transport, atRest } = faultyTransport(Number(process.argv[2]))
useDevContext()
useTransport(transport)

/** The last logged error. Outages log errors too, so only a status 500 reports it. */
let log = ''
console.error = (...words: unknown[]) => {
  log = words.map(String).join(' ')
}

async function answerTo(task: Task): Promise<Answer> {
  try {
    if (task.does === 'send') return await whole(await send(task))
    if (task.does === 'ask') return await whole(await ask(task))
    if (task.does === 'keep house') return { status: 200, body: await runHousekeeping(task.ms) }
    if (task.does === 'check') return { status: 200, body: await checkStore({ fix: false }) }
    await idle()
    await atRest()
    return { status: 200, body: null }
  } catch (error) {
    if (error instanceof StorageDown) return { status: 503, body: null }
    return { status: 500, body: null, log: String(error) }
  }
}

const whole = async (answer: Response): Promise<Answer> => ({
  status: answer.status,
  body: await answer.json(),
  ...(answer.status === 500 && { log }),
})

process.on('message', (said: ToWorker) => {
  if ('context' in said) {
    process.env['NETLIFY_BLOBS_CONTEXT'] = said.context
    return
  }
  void answerTo(said.task).then((answer) => {
    const told: FromWorker = { number: said.number, answer }
    process.send?.(told)
  })
})
process.on('disconnect', () => process.exit())

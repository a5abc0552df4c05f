import { expect, test } from 'vitest'
import { join } from './entries.ts'
import { interceptStorage, message, sendMessage, token, useStudio } from './studio.ts'

useStudio()

/** How many requests to storage come one after the other. */
async function longestChain(operation: () => Promise<unknown>): Promise<number> {
  let ended = 0
  const putBack = interceptStorage((storage) => async (input, init) => {
    const depth = ended + 1
    // Each takes a turn of the clock, so that what is asked side by side begins before any has ended.
    await new Promise((resolve) => setTimeout(resolve, 50))
    const answer = await storage(input, init)
    ended = Math.max(ended, depth)
    return answer
  })
  await operation()
  putBack()
  return ended
}

test('a message and a sign-up wait for four answers of storage, one after the other', async () => {
  const captchaToken = await token()
  expect(await longestChain(() => sendMessage({ ...message, captchaToken }))).toBeLessThanOrEqual(4)
  const other = await token('waitlist_form')
  const joining = () => join('chain@engine.test', { captchaToken: other })
  expect(await longestChain(joining)).toBeLessThanOrEqual(4)
})

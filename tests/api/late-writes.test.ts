import { expect, test } from 'vitest'
import {
  addMember,
  invited,
  listMembers,
  newInvitation,
  removeMember,
} from '#server/staff/members.ts'
import { requestName } from '../request-name.ts'
import {
  admin,
  askRecords,
  askSession,
  cookieOf,
  interceptStorage,
  ownPage,
  useStudio,
} from './studio.ts'

/** A write that is tried again may land twice: at once, and much later. */

useStudio()

/** The first matching write gets no answer, and lands when `land` is called. */
function whileLate(request: RegExp) {
  let write: (() => Promise<unknown>) | undefined
  const putBack = interceptStorage((storage) => async (input, init) => {
    if (write || !request.test(requestName(input, init))) return storage(input, init)
    write = () => storage(input, { ...init, signal: null })
    throw new TypeError('No answer.')
  })
  return async () => {
    expect(write).toBeDefined()
    await write?.()
    putBack()
  }
}

test('an invitation that lands late does not bring back a person who was removed', async () => {
  await listMembers()
  const land = whileLate(/^put people\//)
  const { member, secret } = newInvitation({ name: 'Bo', email: 'bo@studio.test' }, 'Asha')
  await addMember(member)
  expect(await removeMember(member.id)).toBe(true)
  await land()
  expect(await invited(member.id, secret)).toBeNull()
  expect(await listMembers()).toEqual([])
  expect(await removeMember(member.id)).toBe(false)
})

test('a “sign out everywhere” that lands late opens no session that a second one has ended', async () => {
  const land = whileLate(/^put session-epoch/)
  const signIn = async () => cookieOf(await askSession('login', { body: admin }))
  const everywhere = async () => {
    const cookie = await signIn()
    const { status } = await askSession('sign-out-everywhere', { headers: { cookie, ...ownPage } })
    expect(status).toBe(200)
  }
  await everywhere()
  const cookie = await signIn()
  const read = () => askRecords('contact-submissions', { headers: { cookie, ...ownPage } })
  expect((await read()).status).toBe(200)
  await everywhere()
  await land()
  expect((await read()).status).toBe(401)
})

test('a sign-in that lands late does not bring back a session that was ended', async () => {
  const land = whileLate(/^put session\//)
  const cookie = cookieOf(await askSession('login', { body: admin }))
  const read = () => askRecords('contact-submissions', { headers: { cookie, ...ownPage } })
  expect((await read()).status).toBe(200)
  await askSession('logout', { headers: { cookie, ...ownPage } })
  await land()
  expect((await read()).status).toBe(401)
})

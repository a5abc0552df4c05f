import type { Context } from '@netlify/functions'
import { expect, test, vi } from 'vitest'
import { callContext } from '#local/functions/context.ts'
import { findRoute, loadFunctions } from '#local/functions/load.ts'
import housekeeping from '#functions/housekeeping.ts'
import {
  admin,
  interceptStorage,
  message,
  origin,
  ownPage,
  signIn,
  token,
  useStudio,
} from './studio.ts'

useStudio()

const routes = await loadFunctions('netlify/functions')

type Asked = { method?: string; body?: unknown; headers?: Record<string, string> }

/** Calls a deploy with this context, as Netlify would. */
async function ask(
  deploy: object | undefined,
  path: string,
  { method = 'GET', body, headers }: Asked = {},
) {
  const url = new URL(path, origin)
  const match = findRoute(routes, method, url)
  if (!match) throw new Error(`No function answers ${path}.`)
  const call = callContext({ ip: '203.0.113.7', params: match.params, url })
  const request = new Request(url, {
    method,
    headers: { ...ownPage, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return match.route.handler(request, { ...call, deploy } as Context)
}

const published = { context: 'production', id: '2', published: true }
const earlier = { context: 'production', id: '1', published: false }

test('an earlier production deploy refuses everybody, also with the right password', async () => {
  const { cookie } = await signIn()
  const body = { ...message, captchaToken: await token() }
  const list = '/api/admin/contact-submissions'
  expect((await ask(published, list, { headers: { cookie } })).status).toBe(200)
  const refused = [
    await ask(earlier, list, { headers: { cookie } }),
    await ask(earlier, '/api/forms/contact', { method: 'POST', body }),
    await ask(earlier, '/api/admin/login', { method: 'POST', body: {} }),
  ]
  for (const answer of refused) {
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({
      error: 'This is an earlier version of the site. Please open the current one.',
    })
  }
  expect((await ask(published, '/api/forms/contact', { method: 'POST', body })).status).toBe(201)
})

test('a preview has its own store, published or not', async () => {
  const preview = { context: 'deploy-preview', id: '3', published: false }
  const body = { ...message, captchaToken: '' }
  const answer = await ask(preview, '/api/forms/contact', { method: 'POST', body })
  expect(answer.status).toBe(400)
})

test('without a deploy context no address of the API opens the store', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { cookie } = await signIn()
  const asked = vi.fn()
  const putBack = interceptStorage((storage) => (input, init) => {
    asked()
    return storage(input, init)
  })
  for (const nameless of [undefined, {}, { context: '', id: '4', published: true }]) {
    const refused = [
      await ask(nameless, '/api/forms/contact', { method: 'POST', body: message }),
      await ask(nameless, '/api/admin/login', { method: 'POST', body: admin }),
      await ask(nameless, '/api/admin/contact-submissions', { headers: { cookie } }),
    ]
    for (const answer of refused) {
      expect(answer.status).toBe(503)
      expect(await answer.json()).toEqual({ error: expect.any(String) as string })
    }
  }
  // The scheduled function gets no request from a visitor.
  await housekeeping(new Request(origin), {} as Context)
  putBack()
  expect(asked).not.toHaveBeenCalled()
  expect(log).toHaveBeenCalledWith(expect.stringContaining('does not say its deploy context'))
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'vite'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { viteFunctions } from '#local/functions/vite-functions.ts'
import { ask } from './local-site.ts'

let root: string
const write = (file: string, text: string) => writeFile(join(root, file), text)

const GREET = `
  import { readFile } from 'node:fs/promises'
  import { greeting } from '../words.ts'
  const name = await readFile('ROOT/content/name.txt', 'utf8')
  export default (_: Request, { ip }: { ip: string }) => new Response(greeting + name + (ip && '!'))
  export const config = { path: '/api/greet' }`

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vite-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, 'functions'))
  await mkdir(join(root, 'content'))
  await write('functions/greet.ts', GREET.replace('ROOT', root))
  await write('words.ts', "export const greeting = 'Hello, '")
  await write('content/name.txt', 'Ada')
  await write('page.txt', 'a page')
})

async function devServer() {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    server: { port: 0, host: '127.0.0.1' },
    plugins: [viteFunctions(join(root, 'functions'))],
  })
  onTestFinished(() => server.close())
  await server.listen()
  const [url = ''] = server.resolvedUrls?.local ?? []
  return async (path: string, host = new URL(url).host) =>
    (await ask({ url }, path, { headers: { host } })).body.toString()
}

test('a function answers and knows the client’s address', async () => {
  const answer = await devServer()
  expect(await answer('/api/greet')).toBe('Hello, Ada!')
})

test('Vite refuses a request with another host name before it reaches a function', async () => {
  const answer = await devServer()
  expect(await answer('/api/greet', 'evil.example')).toMatch(/^Blocked request\./)
})

test('Vite answers all other addresses', async () => {
  const answer = await devServer()
  expect(await answer('/page.txt')).toBe('a page')
  expect(await answer('/api/nothing')).not.toContain('Ada')
})

test.each([
  ['words.ts', "export const greeting = 'Goodbye, '", 'Goodbye, Ada!'],
  ['content/name.txt', 'Grace', 'Hello, Grace!'],
])('a change of %s takes effect at once', async (file, text, answered) => {
  const answer = await devServer()
  expect(await answer('/api/greet')).toBe('Hello, Ada!')
  const answerAfterChange = async () => {
    await write(file, text)
    return answer('/api/greet')
  }
  await expect.poll(answerAfterChange).toBe(answered)
})

test('a broken function is reported, and works again after it is repaired', async () => {
  const answer = await devServer()
  await write('words.ts', 'export const greeting = ')
  expect(await answer('/api/greet')).toContain('words.ts')
  const answerOnceMended = async () => {
    await write('words.ts', "export const greeting = 'Hi, '")
    return answer('/api/greet')
  }
  await expect.poll(answerOnceMended).toBe('Hi, Ada!')
})

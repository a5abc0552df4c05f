import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'

import { load } from 'js-yaml'

/** The words of the first studio. This file runs in the copy that copy.ts makes. */
const CONTENT = resolve('../../content')

type Words = Record<string, unknown>

const files = globSync('**/*.{yaml,md,mdx}', { cwd: CONTENT }).filter(
  (file) => basename(file) !== 'TO-CONFIRM.md',
)

/** A file's keys and, of an article or a legal text, its body. */
function read(file: string): { keys: Words; body: string } {
  const text = readFileSync(`${CONTENT}/${file}`, 'utf8')
  if (file.endsWith('.yaml')) return { keys: load(text) as Words, body: '' }
  const [, head = '', ...body] = text.split(/^---$/m)
  return { keys: load(head) as Words, body: body.join('') }
}

const inFolder = (folder: string) =>
  files.filter((file) => file.startsWith(`${folder}/`)).map((file) => read(file).keys)

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.values((value ?? {}) as Words).flatMap((one) =>
        typeof one === 'object' || typeof one === 'string' ? stringsIn(one) : [],
      )

const { studio } = read('studio.yaml').keys as { studio: Words & { host: string } }

/** Names, places and titles: of the studio, its ventures, apps, roles and articles. */
export const names = [
  ...stringsIn([studio['name'], studio['email'], studio['hiringCity'], studio['timeZone']]),
  ...stringsIn(studio['address']).filter((part) => part.length > 2),
  new URL(studio.host).host,
  ...['ventures', 'apps'].flatMap((folder) => inFolder(folder).map(({ name }) => String(name))),
  ...['roles', 'articles'].flatMap((folder) => inFolder(folder).map(({ title }) => String(title))),
]

/** Figures with a unit or a sign, such as “₹5Cr”. A bare number may mean anything. */
export const figures = stringsIn([studio['figures'], studio['model'], studio['legal']]).filter(
  (text) => /\d/.test(text) && /[^\d]/.test(text) && text.split(' ').length < 4,
)

const LEAST_WORDS = 5

/** What the code itself says: the forms' labels and messages, and the admin area. */
const inCode = plain(
  globSync('src/{admin,forms}/**/*.{ts,tsx}')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n'),
)

/** Every sentence of five words or more, or the part of it between two figures. */
const written = files.flatMap((file) => {
  const { keys, body } = read(file)
  return [...stringsIn(keys), body]
    .flatMap((text) => text.split(/\n\n|\n[-#>]|\{[^}]*\}|<[^>]*>|(?<=[.!?:;])\s/))
    .map(plain)
    .filter((part) => part.split(' ').length >= LEAST_WORDS)
})
export const sentences = [...new Set(written)].filter((one) => !inCode.includes(one))

/** Without markup, in small letters, so that a page and its file read alike. */
export function plain(text: string) {
  return text
    .replaceAll(/\]\([^)]*\)|[[\]*`#>]|\u2060/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s.,;:]+|[\s.,;:]+$/g, '')
    .toLowerCase()
}

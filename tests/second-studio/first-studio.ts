import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'

import { CORE_SCHEMA, load } from 'js-yaml'

import { longDay } from '../../src/text/day.ts'
import { inWords } from '../../src/text/numbers.ts'

/** The words of the first studio. This file runs in the copy that copy.ts makes. */
const first = contentOf(resolve('../../content'))
const second = contentOf(resolve('content'))

type Words = Record<string, unknown>
/** A file's keys and, of an article or a legal text, its body. */
type File = { path: string; keys: Words; body: string }

/** Dates stay texts. */
function read(text: string): Words {
  return load(text, { schema: CORE_SCHEMA }) as Words
}

function contentOf(folder: string): File[] {
  return globSync('**/*.{yaml,md,mdx}', { cwd: folder })
    .filter((path) => basename(path) !== 'TO-CONFIRM.md')
    .map((path) => {
      const text = readFileSync(`${folder}/${path}`, 'utf8')
      if (path.endsWith('.yaml')) return { path, keys: read(text), body: '' }
      const [, head = '', ...body] = text.split(/^---$/m)
      return { path, keys: read(head), body: body.join('') }
    })
}

const inFolder = (folder: string) =>
  first.filter(({ path }) => path.startsWith(folder)).map(({ keys }) => keys)

const studioOf = (files: File[]) =>
  files.find(({ path }) => path === 'studio.yaml')?.keys['studio'] as Studio
type Studio = Words & { host: string } & Record<'figures' | 'model' | 'legal' | 'promises', Words>

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.values((value ?? {}) as Words).flatMap((one) =>
        typeof one === 'object' || typeof one === 'string' ? stringsIn(one) : [],
      )

const studio = studioOf(first)

/** Names, places and titles: of the studio, its ventures, apps, roles and articles. */
export const names = [
  ...stringsIn([studio['name'], studio['email'], studio['hiringCity'], studio['timeZone']]),
  ...stringsIn(studio['address']).filter((part) => part.length > 2),
  new URL(studio.host).host,
  ...['ventures', 'apps'].flatMap((folder) => inFolder(folder).map(({ name }) => String(name))),
  ...['roles', 'articles'].flatMap((folder) => inFolder(folder).map(({ title }) => String(title))),
]

/**
 * Figures and promises as a page may state them: with a unit or a sign, such as “₹5Cr”, “12 weeks” or
 * “twelve weeks”. A bare number may mean anything.
 */
export const figures = stated(studio).filter((one) => !stated(studioOf(second)).includes(one))

function stated({ figures, model, legal, promises }: Studio): string[] {
  const written = stringsIn([figures, model, legal, promises]).filter(
    (text) => /\d|hour|day/.test(text) && /[^\d]/.test(text) && text.split(' ').length < 4,
  )
  const counted = Object.entries({ ...figures, ...model, ...legal }).flatMap(([key, value]) => {
    const [unit = ''] = /(weeks|days|months|years|ventures|markets|builds|talks)$/i.exec(key) ?? []
    if (typeof value !== 'number' || !unit) return []
    return [`${value} ${unit}`, `${inWords(value)} ${unit}`].map((one) => one.toLowerCase())
  })
  const day = String(legal['effective'])
  const years = ['or older', 'or over', 'years'].map((of) => `${String(legal['minimumAge'])} ${of}`)
  const dates = [longDay(day), day]
  return [...written, ...counted, ...years, ...dates, String(figures['plannedBy'])]
}

const LEAST_WORDS = 5

/** What the code itself says: the forms' labels and messages, and the admin area. */
const inCode = plain(
  globSync('src/{admin,forms}/**/*.{ts,tsx}')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n'),
)

/** Every text, sentence by sentence, or the part of it between two figures. */
const written = new Set(
  first.flatMap(({ keys, body }) =>
    [...stringsIn(keys).filter(isShown), body]
      .flatMap((text) => text.split(/\n\n|\n[-#>]|\{[^}]*\}|<[^>]*>|(?<=[.!?:;])\s/))
      .map(plain)
      .filter((part) => part.length > 2 && !inCode.includes(part)),
  ),
)
const isSentence = (text: string) => text.split(' ').length >= LEAST_WORDS
export const sentences = [...written].filter(isSentence)

/** No rest of a sentence, such as “” again”. */
const isWhole = /^[\p{L}\p{N}\p{Sc}].*[\p{L}\p{N}+%]$/u
/** The second studio may say “Portfolio”, too. */
const saidBySecond = plain(JSON.stringify(second))
/** What the first studio says in few words, and the second never. */
export const shortTexts = [...written].filter(
  (text) => !isSentence(text) && isWhole.test(text) && !saidBySecond.includes(text),
)

/** No address, picture or name of a drawing. */
function isShown(text: string) {
  return /[a-z]/i.test(text) && !/^[/#]|:\/\/|^[\w-]+\.\w+$/.test(text)
}

/** Without markup, in small letters, so that a page and its file read alike. */
export function plain(text: string) {
  return text
    .replaceAll(/\]\([^)]*\)|[[\]*`#>]|\u2060/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s.,;:]+|[\s.,;:]+$/g, '')
    .toLowerCase()
}

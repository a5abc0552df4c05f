import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { z } from 'astro/zod'
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml'

import { whyInvalid } from '../../schemas/checking/why-invalid.ts'
import { type Facts, fillAll, UnknownFactError } from '../../text/fill-in.ts'

/** Reads a YAML file below a folder. Throws one sentence, with the line, if it is none. */
export const readYaml = (root: string, file: string): unknown =>
  parsed(file, readFileSync(join(root, file), 'utf8'))

/** Reads the keys between the two lines of dashes at the beginning of a file. */
export function readFrontMatter(root: string, file: string): unknown {
  const text = readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n')
  const [, keys] = /^---\n(.*?)\n---(?:\n|$)/s.exec(text) ?? []
  if (keys === undefined)
    throw new Error(`${file}: it must begin with its keys between two lines of “---”.`)
  // The first line of dashes counts too.
  return parsed(file, keys, 1)
}

function parsed(file: string, text: string, linesBefore = 0): unknown {
  try {
    // With this schema dates stay texts: YAML would read 2026-30-11 as another day.
    return load(text, { filename: file, schema: CORE_SCHEMA })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const line = error.mark.line + 1 + linesBefore
    throw new Error(`${file}: line ${line} is no YAML: ${error.reason}.`, { cause: error })
  }
}

/** The endings that an editor may take for the right one. */
const TEXT = /\.(ya?ml|json|mdx?|markdown|txt)$/i
const README = /^readme\b/i

/**
 * The files of a folder with this ending, by path. A folder may be missing. Throws one sentence if a
 * text has another ending, because the site would lack what it says; a README is for people.
 */
export function filesIn(root: string, folder: string, ending: string): string[] {
  const all = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []
  const texts = all.filter((name) => TEXT.test(name) && !name.startsWith('.') && !README.test(name))
  const files = texts.map((name) => `${folder}/${name}`)
  const other = files.find((file) => !file.endsWith(ending))
  if (!other) return files.sort()
  throw new Error(
    `${other}: its name must end in ${ending}, or the site does not read it; rename it, or move it out of ${folder}.`,
  )
}

/**
 * What a schema reads of a file, with facts filled in first, so that limits hold for what is printed. Throws
 * one sentence for an editor: the file, the key, the value found and what is expected.
 */
export function checked<T>(file: string, written: unknown, schema: z.ZodType<T>, facts?: Facts): T {
  const filled = facts ? filledIn(file, written, facts) : written
  const { data, error } = schema.safeParse(filled)
  if (error) throw new Error(`${file}: ${whyInvalid(error, filled)}.`)
  return data
}

function filledIn(file: string, written: unknown, facts: Facts): unknown {
  try {
    return fillAll(written, facts)
  } catch (error) {
    if (!(error instanceof UnknownFactError)) throw error
    throw new Error(`${file}: ${error.message}.`, { cause: error })
  }
}

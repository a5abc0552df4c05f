import { CORE_SCHEMA, load, YAMLException } from 'js-yaml'

import { blocksOf } from './blocks.ts'

/** Why a file could not be read, for its author. */
export class UnreadableArticleError extends Error {
  override name = 'UnreadableArticleError'
}

const DOCUMENT = /^---[ \t]*\n([^]*?\n)?---[ \t]*(?:\n|$)([^]*)$/

/**
 * The unchecked content of a file: Markdown below a few lines of keys, or JSON with a list of
 * blocks. Throws UnreadableArticleError.
 */
export const readArticle = (file: string, bytes: string): unknown => {
  const text = bytes.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  return file.endsWith('.json') ? readJson(text) : readMarkdown(text)
}

function readMarkdown(text: string) {
  const [, keys, body = ''] = DOCUMENT.exec(text) ?? []
  if (keys === undefined) {
    throw new UnreadableArticleError('it must begin with its keys between two lines of “---”')
  }
  const parsed = readYaml(keys)
  return isObject(parsed) ? { ...parsed, content: blocksOf(body) } : parsed
}

/** True for an object of keys, not for a list or null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Dates stay texts. */
function readYaml(keys: string) {
  try {
    return load(keys, { schema: CORE_SCHEMA })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    // The first line of dashes counts too.
    const line = error.mark.line + 2
    throw new UnreadableArticleError(`line ${line} is not YAML (${error.reason})`)
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new UnreadableArticleError(`it is not JSON (${error.message})`)
  }
}

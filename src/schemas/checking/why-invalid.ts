import type { z } from 'astro/zod'

import { expectation } from './expectation.ts'

type Issue = z.core.$ZodIssue

/** One sentence for an editor, without its full stop: the key, its value, and what is expected. */
export const whyInvalid = (error: z.ZodError, parsed: unknown) =>
  error.issues.map((issue) => sentence(issue, parsed)).join('; ')

function sentence(issue: Issue, parsed: unknown) {
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => locate([...issue.path, key])).join(' and ')
    return `${keys} is no key that is known here`
  }
  const found = valueAt(parsed, issue.path)
  const none = issue.path.length === 0 ? 'is empty' : 'is missing'
  const state = found === undefined ? none : `is ${shown(found)}`
  return `${locate(issue.path)} ${state}; it ${expectation(issue)}`
}

/** Counts from one: the third block, not the block of index 2. */
function locate(path: PropertyKey[]) {
  const [first, second, ...rest] = path
  if (first === undefined) return 'the file'
  if (first === 'content' && typeof second === 'number') {
    return [`block ${second + 1}`, ...rest.map(named)].join(', ')
  }
  return path.map(named).join(', ')
}

const named = (key: PropertyKey) =>
  typeof key === 'number' ? `number ${key + 1}` : `“${String(key)}”`

const valueAt = (parsed: unknown, path: PropertyKey[]) =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    parsed,
  )

const shown = (value: unknown) => {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a group of keys'
  return typeof value === 'string' ? `“${value.slice(0, 40)}”` : JSON.stringify(value)
}

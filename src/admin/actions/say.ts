import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { personName } from '../api/inbox-record.ts'
import { $unseen, sayDone } from '../parts/Notice.tsx'
import { focusedId, focusRow } from '../parts/use-keys.ts'
import { $signIn, openSignIn } from '../session/kept.ts'
import type { BatchProblem } from './batch.ts'

/** What is said of the acts on a list: what was done, what was so before, and what failed. */

export function say(words: string[], undo?: () => Promise<void>) {
  if (words.length > 0) sayDone(words.join('. '), undo)
}

export const already = (form: Form, what: string, records: readonly InboxRecord[]): string[] =>
  records.length > 0 ? [`Already ${what}: ${inWords(form, records)}`] : []

/** For what has no banner of its own. */
export function sayUnseen(form: Form, problem: BatchProblem, again: () => unknown) {
  const { failure, action, records } = problem
  const why = failure.cause === 'session' ? 'Your session had ended. ' : ''
  const [words, who] = [why + action.failed(form.noun), inWords(form, records)]
  $unseen.set([...$unseen.get(), { words, who, ids: records.map(({ id }) => id), again }])
  if (failure.cause === 'session' && !$signIn.get()) openSignIn(null)
}

/** The links of all rows that keys act on: of a list, and of what is due next. */
const ROWS = 'tr[data-id] .open-record, .next-due a'

/** Nothing else can be done now either: the next press is meant for the row that failed first. */
export function backTo({ records: [first] }: BatchProblem) {
  const here = focusedId() ?? ''
  const isBack = $unseen.get().some(({ ids }) => ids.includes(here))
  if (!isBack && document.activeElement?.matches(ROWS)) focusRow(ROWS, { id: first?.id })
}

/** A longer name would push what was done, and Undo, out of sight. */
const LONG_NAME = /^(.{30}).+/u

export const inWords = (form: Form, [first, ...others]: readonly InboxRecord[]): string =>
  first && others.length === 0
    ? personName(form, first).replace(LONG_NAME, '$1…')
    : `${others.length + 1} ${form.plural}`

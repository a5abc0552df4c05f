import { randomUUID } from 'node:crypto'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { eir } from '#forms/eir.ts'
import type { Form } from '#forms/form.ts'
import { investor } from '#forms/investor.ts'
import { waitlist } from '#forms/waitlist.ts'
import { waitlistProjects } from '#server/submissions/offered.ts'
import { answersTo } from '../../api/answers.ts'
import { chance, pick } from './chance.ts'
import type { Task } from './tasks.ts'

/** One submission as somebody means it, however often it is sent. */
export type Visit = {
  /** Its e-mail tells it apart in every list; on a waitlist several may come with the same one. */
  email: string
  list: List
  isHeld: boolean
  task: Task & { does: 'send' }
}

/** Where the admin finds submissions of a kind: a path, and what its query begins with. */
export type List = { path: string; query: string; isWaitlist: boolean }

/** Share of what comes with a filled honeypot. */
const HELD = 0.15

const others: readonly Form[] = [contact, investor, eir, careers]

const listOf = (form: Form): List => ({ path: form.collection, query: '', isWaitlist: false })
const waitlistOf = (slug: string): List => ({
  path: 'waitlist/entries',
  query: `projectSlug=${slug}&`,
  isWaitlist: true,
})

/** All lists that the admin has. */
export async function allLists(): Promise<List[]> {
  const projects = await waitlistProjects()
  return [...others.map(listOf), ...projects.map(({ slug }) => waitlistOf(slug))]
}

/** Somebody new at any form but a waitlist's. */
export async function newVisit(): Promise<Visit> {
  const form = pick(others)
  return visitOf(form, listOf(form), await answersTo(form))
}

/** So many visits with one new address for one waitlist. */
export async function newCompetitors(number: number): Promise<[Visit, ...Visit[]]> {
  const { slug: projectSlug } = pick(await waitlistProjects())
  const answers = { ...(await answersTo(waitlist)), projectSlug }
  const one = () => visitOf(waitlist, waitlistOf(projectSlug), answers)
  return [one(), ...Array.from({ length: number - 1 }, one)]
}

function visitOf(form: Form, list: List, answers: Record<string, unknown>): Visit {
  const isHeld = chance(HELD)
  const sent = { ...answers, ...(isHeld && { honeypot: 'https://spam.test' }) }
  return {
    email: String(answers['email']),
    list,
    isHeld,
    task: { does: 'send', form: form.name, key: randomUUID(), answers: sent },
  }
}

import { randomUUID } from 'node:crypto'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { eir } from '#forms/eir.ts'
import type { Form } from '#forms/form.ts'
import { investor } from '#forms/investor.ts'
import { waitlist } from '#forms/waitlist.ts'
import { waitlistProjects } from '#server/content/offered.ts'
import { answersTo } from '../../api/answers.ts'
import { chance, pick } from './chance.ts'
import type { Task } from './tasks.ts'

/** One intended submission; it can be sent several times. */
export type Visit = {
  /** Unique, except on a waitlist, where several visits can have the same address. */
  email: string
  list: List
  isHeld: boolean
  task: Task & { does: 'send' }
}

/** A list in the admin API: its path, and the start of its query. */
export type List = { path: string; query: string; isWaitlist: boolean }

/** The share of submissions with a filled honeypot. */
const HELD = 0.15

const others: readonly Form[] = [contact, investor, eir, careers]

const listOf = (form: Form): List => ({ path: form.collection, query: '', isWaitlist: false })
const waitlistOf = (slug: string): List => ({
  path: 'waitlist/entries',
  query: `projectSlug=${slug}&`,
  isWaitlist: true,
})

/** All lists of the admin. */
export async function allLists(): Promise<List[]> {
  const projects = await waitlistProjects()
  return [...others.map(listOf), ...projects.map(({ slug }) => waitlistOf(slug))]
}

/** A new visit to a form other than a waitlist. */
export async function newVisit(): Promise<Visit> {
  const form = pick(others)
  return visitOf(form, listOf(form), await answersTo(form))
}

/** Several visits to one waitlist with the same new address. */
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

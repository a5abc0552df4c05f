import { expect, test } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { waitlist } from '#forms/waitlist.ts'
import { asOffered, collectionsOf, waitlistProjects } from './offered.ts'

test('the apps come in their order, by the name of their list', async () => {
  expect(await waitlistProjects()).toEqual([
    { slug: 'founders-journal', name: "Founder's Journal" },
    { slug: 'fundraise-coach', name: 'Fundraise Copilot' },
    { slug: 'calmist', name: 'Calmist' },
  ])
})

test('a form offers what the content has, and another one is as it is', async () => {
  expect(await asOffered(contact)).toBe(contact)
  const options = (await asOffered(careers)).fields['roleSlug']?.options
  expect(options?.length).toBeGreaterThan(0)
  const { projectSlug } = (await asOffered(waitlist)).fields
  expect(projectSlug?.answer.safeParse('calmist').success).toBe(true)
  expect(projectSlug?.answer.safeParse('gossip').success).toBe(false)
})

test('a form has one collection, or one for each app', async () => {
  const names = async (form: Parameters<typeof collectionsOf>[0]) =>
    (await collectionsOf(form)).map(({ name }) => name)
  expect(await names(contact)).toEqual([contact.collection])
  expect(await names(waitlist)).toEqual([
    'waitlist.founders-journal',
    'waitlist.fundraise-coach',
    'waitlist.calmist',
  ])
})

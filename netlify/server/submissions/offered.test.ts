import { expect, test } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { asChoice } from '#forms/form.ts'
import { judge } from '#forms/judging/judge.ts'
import { waitlist } from '#forms/waitlist.ts'
import { asOffered, collectionsOf } from './offered.ts'

test('a form gets its options from the content, and a form without them stays the same', async () => {
  expect(await asOffered(contact)).toBe(contact)
  const roles = (await asOffered(careers)).fields['roleSlug']?.options?.map(asChoice)
  expect(roles?.map(({ value }) => value).sort()).toEqual([
    'chief-distribution-officer',
    'chief-revenue-officer',
    'entrepreneur-in-residence',
  ])
  const { projectSlug } = (await asOffered(waitlist)).fields
  expect(projectSlug && judge(projectSlug.answer, 'calmist')).toEqual({ answer: 'calmist' })
  expect(projectSlug && judge(projectSlug.answer, 'gossip')).toHaveProperty('error')
})

test('a form has one collection, or one per app', async () => {
  const names = async (...asked: Parameters<typeof collectionsOf>) =>
    (await collectionsOf(...asked)).map(({ name }) => name)
  expect(await names(contact)).toEqual([contact.collection])
  expect(await names(waitlist)).toEqual([
    'waitlist.founders-journal',
    'waitlist.fundraise-coach',
    'waitlist.calmist',
  ])
  expect(await names(waitlist, 'calmist')).toEqual(['waitlist.calmist'])
  expect(await names(waitlist, 'gossip')).toEqual([])
})

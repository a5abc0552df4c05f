import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { asChoice } from '#forms/form.ts'
import { judge } from '#forms/judging/judge.ts'
import { waitlist } from '#forms/waitlist.ts'
import { collectionsOf } from '#server/collections/collection.ts'
import { withOpenChoices } from '#server/content/offered.ts'
import { apps, roles } from '../content.ts'

const slugs = apps.map((app) => app.waitlist)

test('content that could not be read is read again for the next request', async () => {
  const folder = process.cwd()
  onTestFinished(() => process.chdir(folder))
  process.chdir(tmpdir())
  await expect(withOpenChoices(careers)).rejects.toThrow('ENOENT')
  process.chdir(folder)
  const offered = (await withOpenChoices(careers)).fields['roleSlug']?.options?.map(asChoice)
  expect(offered?.map(({ value }) => value)).toEqual(roles.map(({ slug }) => slug))
})

test('a form gets its options from the content, and a form without them stays the same', async () => {
  expect(await withOpenChoices(contact)).toBe(contact)
  const { projectSlug } = (await withOpenChoices(waitlist)).fields
  for (const slug of slugs)
    expect(projectSlug && judge(projectSlug.answer, slug)).toEqual({ answer: slug })
  expect(projectSlug && judge(projectSlug.answer, 'gossip')).toHaveProperty('error')
})

test('a form has one collection, or one per app', async () => {
  const names = async (...asked: Parameters<typeof collectionsOf>) =>
    (await collectionsOf(...asked)).map(({ name }) => name)
  expect(await names(contact)).toEqual([contact.collection])
  expect(slugs).not.toEqual([])
  expect(await names(waitlist)).toEqual(slugs.map((slug) => `waitlist.${slug}`))
  for (const slug of slugs) expect(await names(waitlist, slug)).toEqual([`waitlist.${slug}`])
  expect(await names(waitlist, 'gossip')).toEqual([])
})

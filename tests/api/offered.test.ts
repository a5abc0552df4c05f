import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { careers } from '#forms/careers.ts'
import { asOffered } from '#server/submissions/offered.ts'

test('content that could not be read is read again for the next request', async () => {
  const folder = process.cwd()
  onTestFinished(() => process.chdir(folder))
  process.chdir(tmpdir())
  await expect(asOffered(careers)).rejects.toThrow('ENOENT')
  process.chdir(folder)
  const { fields } = await asOffered(careers)
  expect(fields['roleSlug']?.options?.length).toBeGreaterThan(0)
})

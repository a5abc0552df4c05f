import { expect, test, vi } from 'vitest'
import { forms } from '#forms/index.ts'
import { everyCollection } from '#server/collections/collection.ts'
import { changeState } from '#server/collections/change.ts'
import {
  read,
  readState,
  writeState,
  readCurrent,
  readRecord,
  rowOf,
} from '#server/collections/current.ts'
import * as kv from '#server/storage/kv.ts'
import { addThing, askedIn, newThings, SPAM, useThings } from '../things.ts'

useThings()

const untouched = { version: 0, revision: 0 }

test('readCurrent reads the record, state and removal of an id, held or not', async () => {
  const things = newThings()
  for (const more of [{}, SPAM]) {
    const id = await addThing(things, 0, more)
    expect(await readCurrent(things, id)).toMatchObject({
      record: { submission: { id, ...more } },
      isRemoved: false,
      state: untouched,
      etag: '',
    })
    await changeState(things, id, () => ({ note: 'x' }))
    const current = await readCurrent(things, id)
    expect(current.state).toEqual({ note: 'x', version: 0, revision: 1 })
    expect(rowOf(current)).toEqual(await read(things, id))
    expect(current.etag).toBe((await readState(things.name, id)).etag)
  }
})

test('a removal hides a record that a slow writer adds again, and is read once', async () => {
  const things = newThings()
  const id = await addThing(things)
  await kv.create(`gone/${things.name}/${id}`, null)
  const gone = { record: null, isRemoved: true, state: untouched, etag: '' }
  expect(await readCurrent(things, id)).toEqual(gone)
  expect(await askedIn(async () => expect(await readCurrent(things, id)).toEqual(gone))).toEqual([])
  expect(rowOf(gone)).toBeNull()
  // Another collection may have a record with this id.
  expect((await readCurrent(newThings(), id)).isRemoved).toBe(false)
})

test('a removed record is no row, even if its parts can still be read', async () => {
  const things = newThings()
  const current = await readCurrent(things, await addThing(things))
  expect(rowOf({ ...current, isRemoved: true })).toBeNull()
})

test.each([undefined, null, 'x', {}, { submission: null }, { submission: { id: 5 } }])(
  'a damaged record (%j) is named in the log and read as missing',
  async (value) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await kv.put('rec/things/x', value)
    expect(await readRecord('rec/things/x')).toBeUndefined()
    expect(said).toHaveBeenCalledWith(
      'rec/things/x is damaged. Nothing shows it until it is restored.',
    )
  },
)

test('a missing record logs nothing', async () => {
  expect(await readRecord('rec/things/nowhere')).toBeNull()
})

test.each([
  undefined,
  null,
  'x',
  {},
  { version: 1 },
  { revision: 1 },
  { version: 1, revision: 'x' },
])('a damaged state (%j) counts as untouched and can be overwritten', async (value) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await kv.put('state/things/x', value)
  const found = await readState('things', 'x')
  expect(found.state).toEqual(untouched)
  expect(said).toHaveBeenCalledWith(
    'state/things/x is damaged. The record counts as untouched until it is restored.',
  )
  const state = { version: 1, revision: 2 }
  expect(await writeState('things', 'x', state, found)).toBe(true)
  expect((await readState('things', 'x')).state).toEqual(state)
})

test('one of two writers of a state learns that the state has changed', async () => {
  const none = await readState('things', 'new')
  expect(none).toEqual({ state: untouched, etag: '' })
  expect(await writeState('things', 'new', { version: 0, revision: 1 }, none)).toBe(true)
  expect(await writeState('things', 'new', { version: 0, revision: 1 }, none)).toBe(false)
  const first = await readState('things', 'new')
  expect(await writeState('things', 'new', { version: 0, revision: 2 }, first)).toBe(true)
  expect(await writeState('things', 'new', { version: 0, revision: 3 }, first)).toBe(false)
  expect((await readState('things', 'new')).state.revision).toBe(2)
})

test('every form’s collection in the store is found, even without content for it', async () => {
  for (const name of ['contact-submissions', 'waitlist.gone-app', 'elsewhere', 'waitlists']) {
    await kv.put(`rec/${name}/x`, null)
  }
  await kv.put('gone/investor-inquiries/x', null)
  const found = await everyCollection()
  const known = found.filter(({ name }) => !name.startsWith('things'))
  expect(known.map(({ name, form }) => [name, form.name])).toEqual([
    ['contact-submissions', 'contact'],
    ['waitlist.gone-app', 'waitlist'],
  ])
  expect(forms).toContain(found[0]?.form)
})

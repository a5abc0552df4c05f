import { expect, test } from 'vitest'
import { openDatabase } from '#local/blobs/database.ts'
import { groupCommit } from '#local/blobs/group-commit.ts'

const insert = `INSERT INTO blob (path, body) VALUES ('store/key', x'')`

function open() {
  const database = openDatabase(':memory:')
  const count = () => database.prepare('SELECT count(*) AS blobs FROM blob').get()?.['blobs']
  return { database, count, commits: groupCommit(database) }
}

test('operations of one event loop turn run in order and in one commit', async () => {
  const { database, commits } = open()
  const seen: unknown[] = []
  const look = (name: string) => () => seen.push([name, database.isTransaction])
  await Promise.all([
    commits.run(false, look('first')),
    commits.run(true, look('second')),
    commits.run(false, look('third')),
  ])
  expect(seen).toEqual([
    ['first', true],
    ['second', true],
    ['third', true],
  ])
  expect(database.isTransaction).toBe(false)
})

test('if one operation fails, its whole group is rolled back', async () => {
  const { database, count, commits } = open()
  const outcomes = await Promise.allSettled([
    commits.run(true, () => {
      database.exec(insert)
    }),
    commits.run(true, () => {
      throw new Error('broken')
    }),
    commits.run(false, count),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await commits.run(false, count)).toBe(0)
})

test('if the commit fails, every operation of the group is rejected', async () => {
  const { database, count, commits } = open()
  database.exec(`
    PRAGMA foreign_keys = ON;
    CREATE TABLE owner (id INTEGER PRIMARY KEY);
    CREATE TABLE owned (owner INTEGER REFERENCES owner DEFERRABLE INITIALLY DEFERRED)`)
  const outcomes = await Promise.allSettled([
    commits.run(true, () => {
      database.exec(insert)
    }),
    commits.run(true, () => {
      database.exec('INSERT INTO owned VALUES (1)')
    }),
    commits.run(false, count),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await commits.run(false, count)).toBe(0)
})

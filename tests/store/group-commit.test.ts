import { expect, test } from 'vitest'
import { openDatabase } from '#local/blobs/database.ts'
import { turns } from '#local/blobs/group-commit.ts'

const insert = `INSERT INTO blob (path, body) VALUES ('store/key', x'')`

function open() {
  const database = openDatabase(':memory:')
  const count = () => database.prepare('SELECT count(*) AS blobs FROM blob').get()?.['blobs']
  return { database, count, turn: turns(database) }
}

test('operations of one turn run in the order they came, within one commit', async () => {
  const { database, turn } = open()
  const seen: unknown[] = []
  const look = (name: string) => () => seen.push([name, database.isTransaction])
  await Promise.all([
    turn.run(false, look('first')),
    turn.run(true, look('second')),
    turn.run(false, look('third')),
  ])
  expect(seen).toEqual([
    ['first', true],
    ['second', true],
    ['third', true],
  ])
  expect(database.isTransaction).toBe(false)
})

test('when one operation fails, nothing of its turn has happened', async () => {
  const { database, count, turn } = open()
  const outcomes = await Promise.allSettled([
    turn.run(true, () => {
      database.exec(insert)
    }),
    turn.run(true, () => {
      throw new Error('broken')
    }),
    turn.run(false, count),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await turn.run(false, count)).toBe(0)
})

test('when the commit fails, nobody is told of success', async () => {
  const { database, count, turn } = open()
  database.exec(`
    PRAGMA foreign_keys = ON;
    CREATE TABLE owner (id INTEGER PRIMARY KEY);
    CREATE TABLE owned (owner INTEGER REFERENCES owner DEFERRABLE INITIALLY DEFERRED)`)
  const outcomes = await Promise.allSettled([
    turn.run(true, () => {
      database.exec(insert)
    }),
    turn.run(true, () => {
      database.exec('INSERT INTO owned VALUES (1)')
    }),
    turn.run(false, count),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await turn.run(false, count)).toBe(0)
})

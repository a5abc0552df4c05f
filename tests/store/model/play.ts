import type { Collection } from '#server/collections/collection.ts'
import { idOf, rowsKey } from '#server/collections/keys.ts'
import { chunkNames, readManifest } from '#server/collections/rows/manifest.ts'
import { must, Wrong } from './judge.ts'
import * as ours from './names.ts'
import type { Place } from './operations.ts'
import type { Choice } from './scheduler.ts'
import { World, type Manners, type Phase } from './world.ts'

/** Phases that run one after the other; `choices` sets the order of requests within them. */
export type Schedule = Manners & {
  places: Place[]
  phases: Phase[]
  choices?: readonly Choice[]
  /** Says if an equal final store was judged before; it is not judged again. */
  wasJudged?: (left: string) => boolean
}

/** Higher than every record number in a schedule. */
const MANY = 20
const ID = /\d{13}-[0-9a-f]{12}/

/** Plays a schedule in a new store. If something is wrong, it throws with all steps. */
export async function play({ places, phases, choices = [], wasJudged, ...manners }: Schedule) {
  const world = await World.open(places, manners)
  const { scheduler, timeline, operations } = world
  try {
    const left = choices.values()
    for (const [at, phase] of phases.entries()) await world.play(at, phase, left)
    const promised = JSON.stringify([...operations.promised])
    if (wasJudged?.(timeline.left() + promised)) return scheduler
    scheduler.log.push('--- quiet')
    ours.forget()
    await quietDays(world)
    await judgeAll(world)
    return scheduler
  } catch (error) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
    throw new Wrong(`${what}\n${scheduler.log.join('\n')}`, { cause: error })
  } finally {
    await world.close()
  }
}

async function keepHouse(world: World, hours: number) {
  world.pass(hours * 60)
  await world.alone('the housekeeping', () => ours.runHousekeeping())
}

/** Runs housekeeping for some days, with working channels and without other actors. */
async function quietDays(world: World) {
  world.operations.isBroken = false
  for (const hours of [26, 26, 2]) await keepHouse(world, hours)
  let left = Infinity
  // Each call sends some of the failed notifications again.
  for (let tries = 0; left > 0; tries++) {
    must(tries < 5, 'It is sent again for ever.')
    ;({ left } = await world.alone('the studio', ours.sendAllAgain))
  }
  await keepHouse(world, 3)
}

async function judgeAll(world: World) {
  const { judge, operations } = world
  judge.isHealed = true
  await judgeStore(world).catch(async () => {
    // Hourly runs check all older tiles within a day; the second day checks the mended ones.
    for (let hours = 0; hours < 2 * 24; hours++) await keepHouse(world, 1)
    await judgeStore(world)
  })
  await world.alone('the studio', () => operations.do({ does: 'find', person: 0 }, ''))
  await judgeRetries(world)
  await judgeAddresses(world)
  const found = await world.alone('the check', ours.findings)
  must(found.length === 0, `The check finds ${JSON.stringify(found)}`)
}

/** Checks the stored records and the derived rows. */
async function judgeStore(world: World) {
  await world.readAll()
  judgeKeys(world)
  for (const collection of world.operations.collections) await judgeRows(world, collection)
}

/** Checks which keys exist at the end. */
function judgeKeys({ timeline, judge, operations }: World) {
  const { kept, lives } = timeline
  const isListed = (id: string) => timeline.wasIn(false, id, judge.now())
  for (const key of kept.keys()) {
    const id = ID.exec(key)?.[0]
    if (id === undefined) continue
    const life = lives.get(id)
    if (life && life.gone < Infinity)
      must(ours.LEFT.test(key), `${key} is left of a removed record.`)
    if (isListed(id)) must(!ours.PENDING.test(key), `${key} is left, and nobody tries it.`)
    if (key.startsWith('file/')) must(life !== undefined, `${key} has no record.`)
  }
  for (const id of timeline.idsOf(({ gone }) => gone === Infinity)) {
    const { name = '' } = lives.get(id) ?? {}
    const hasRecord = kept.has(`rec/${name}/${id}`) || kept.has(`rec/${name}/${id}.held`)
    must(hasRecord, `${id} is lost.`)
    must(!timeline.isOverdue(id, judge.now()), `${id} is held for longer than the policy says.`)
    const hasFile = kept.has(`file/${name}/${id}`) || !operations.hasFiles(name)
    must(hasFile, `${id} has lost its file.`)
    const isTold = judge.told.mail.has(id) && judge.told.webhook.has(id)
    // A submission without an acknowledgement needs no delivery.
    const isDue = isListed(id) && operations.due.has(id)
    must(isTold || !isDue, `The studio was not told of ${id}.`)
  }
}

/** Checks that no old row files and no finished hints exist. */
async function judgeRows(world: World, { name }: Collection) {
  const tiles = (await world.alone('nobody', () => readManifest(name)))?.tiles ?? []
  const named = [rowsKey(name, 'manifest'), ...chunkNames(tiles).map((one) => rowsKey(name, one))]
  const keys = [...world.timeline.kept.keys()]
  const lost = named.filter((key) => tiles.length > 0 && !keys.includes(key))
  must(lost.length === 0, `${lost.join()} is not there.`)
  const first = tiles[0]?.from ?? '~'
  for (const key of keys) {
    const isUnnamed = key.startsWith(rowsKey(name, '')) && !named.includes(key)
    must(!isUnnamed || ours.NO_CHUNK.test(key), `${key} is named by no manifest.`)
    // Hints of ids outside all chunks stay.
    const isHint = key.startsWith(`hint/${name}/`) && !key.endsWith('/-')
    must(!isHint || idOf(key) < first, `${key} is left.`)
  }
}

/** Checks that a retry gets the same id and adds no record. */
async function judgeRetries(world: World) {
  const { timeline, judge, operations } = world
  for (const record of operations.sent) {
    const attempt = await operations.attemptOf(record)
    const isAlive = (id: string) => timeline.lives.get(id)?.gone === Infinity
    const own = timeline.idsOf((life, id) => life.attempt === attempt && isAlive(id))
    const isListed = (id: string) => timeline.wasIn(false, id, judge.now())
    // On a waitlist, a held record loses its address even to the attempt that completed it.
    const givesWay = operations.isUnique(record)
    const apart = own.filter((id) => isListed(id) || !givesWay)
    must(apart.length < 2, `${apart.join()} are one attempt.`)
    const due = [...own, operations.promised.get(record) ?? ''].find(isAlive)
    const isKept = due !== undefined && (isListed(due) || timeline.claimed(attempt) === due)
    if (!isKept) continue
    const person = operations.personOf(timeline.lives.get(due)?.email)
    const stored = await world.alone('a visitor', () => operations.submit({ record, person }))
    must(stored?.id === due, `Sent once more, ${due} is called ${stored?.id}.`)
  }
}

/** Checks that no address was ever listed twice, and that a last sign-up is listed. */
async function judgeAddresses(world: World) {
  const { timeline, judge, operations } = world
  for (const [at, { name, form }] of operations.collections.entries()) {
    if (!form.unique) continue
    for (const person of [0, 1]) {
      const own = timeline.idsOf(
        (life) => life.name === name && operations.personOf(life.email) === person,
      )
      const listedAt = (step: number) =>
        own.filter((id) => timeline.wasIn(false, id, { from: step, to: step }))
      for (const id of own) {
        const { born = 0, states = [] } = timeline.lives.get(id) ?? {}
        for (const step of [born, ...states.map(({ from }) => from)]) {
          const both = listedAt(step)
          must(both.length < 2, `${both.join()} are one address, both listed at step ${step}.`)
        }
      }
      if (own.length === 0) continue
      const [before] = listedAt(judge.now().to)
      const record = (MANY + person) * operations.collections.length + at
      const last = await world.alone('a visitor', () => operations.submit({ record, person }))
      must(last !== null, 'A new attempt was refused.')
      const isSame = last.isDuplicate && last.id === before
      must(!before || isSame, `${before} is listed, and ${last.id} is a new one.`)
      const isListed = timeline.wasIn(false, last.id, judge.now())
      must(isListed, 'Whoever joined last is not listed.')
    }
  }
}

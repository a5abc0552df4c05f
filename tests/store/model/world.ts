import { beforeAll, vi } from 'vitest'
import { beginWith } from './stand-ins.ts'
import { waitlist } from '#forms/waitlist.ts'
import { startBlobs, type Blobs } from '#local/blobs/start-blobs.ts'
import { readStudio } from '#server/content/studio.ts'
import { HttpError } from '#server/http/answers.ts'
import { StorageDown } from '#server/storage/faults.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'
import { collectionsOf } from '#server/collections/collection.ts'
import { act, actorOf, clock, currentActor, MINUTE, type Actor } from './actor.ts'
import { Judge, must } from './judge.ts'
import * as ours from './names.ts'
import { Operations, type Place, type Task } from './operations.ts'
import { Scheduler, type Choice, type Meddle } from './scheduler.ts'
import { Timeline } from './timeline.ts'

/** Tasks that run in parallel, `after` minutes after the previous phase. */
export type Phase = {
  after: number
  /** True if readers check the store after the phase. */
  isRead?: boolean
  /** True if the phase only prepares the store and uses no choices. */
  isPrelude?: boolean
  tasks: Task[]
}

/** Options of a world. */
export type Manners = {
  /** True if each request comes from a new instance without caches. */
  isCold?: boolean
  /** Breaks a rule between the actors and the store. */
  meddle?: Meddle
}

/** Keys on a page of a listing. Few, so that other requests can come between two pages. */
const PAGE = 4
const REQUEST_MS = 1
/** Minutes that the readers' clocks are ahead. */
const SKEWS = [0, -20, 20]

let worlds = 0

/** Loads files and modules before a schedule runs. Call this once in a test file. */
export function prepare() {
  beforeAll(async () => {
    await Promise.all([readStudio(), collectionsOf(waitlist), import('nodemailer')])
  })
}

/** A store and its actors. */
export class World {
  readonly timeline = new Timeline()
  readonly scheduler: Scheduler
  readonly judge: Judge
  readonly operations: Operations
  /** A new deploy context, so that worlds share no caches. */
  readonly #context = `world-${worlds++}`
  readonly #blobs: Blobs
  readonly #mocks = [
    vi.spyOn(Date, 'now').mockImplementation(clock.now),
    vi.spyOn(performance, 'now').mockImplementation(() => this.scheduler.step * REQUEST_MS),
    vi.spyOn(Math, 'random').mockReturnValue(0),
    vi.spyOn(console, 'error').mockImplementation(() => undefined),
  ]

  private constructor(places: readonly Place[], blobs: Blobs, { isCold, meddle }: Manners) {
    const { timeline } = this
    this.#blobs = blobs
    this.scheduler = new Scheduler(
      blobs.fetch,
      (asked, response) => {
        if (isCold) ours.forget()
        timeline.see(this.scheduler.step, asked, response)
      },
      meddle,
    )
    this.judge = new Judge(timeline, this.scheduler)
    this.operations = new Operations(places, this.judge)
  }

  static async open(places: readonly Place[], manners: Manners): Promise<World> {
    const blobs = await startBlobs({ file: ':memory:', pageSize: PAGE })
    vi.stubEnv('NETLIFY_BLOBS_CONTEXT', blobs.context)
    const world = new World(places, blobs, manners)
    clock.time = Date.UTC(2026, 0, 1)
    beginWith((channel, ids) => {
      if (world.operations.isBroken || currentActor()?.isDead) throw new Error('It is down.')
      for (const id of ids) world.judge.tell(channel, id)
    })
    ours.shrinkTiles()
    ours.forget()
    useTransport(world.scheduler.transport)
    await world.alone('nobody', ours.furnish)
    return world
  }

  async close() {
    for (const mock of this.#mocks) mock.mockRestore()
    await this.#blobs.close()
  }

  pass(minutes: number) {
    clock.time += minutes * MINUTE
    this.scheduler.log.push(`--- ${minutes} minutes later`)
  }

  /** Runs work while no other actor works. */
  async alone<T>(name: string, work: () => Promise<T>, minutesAhead = 0): Promise<T> {
    const actor = actorOf(name, { minutesAhead })
    const result = await act(actor, () => ours.inRequest(this.#context, work))
    this.#judgeRequests()
    return result
  }

  /** Plays a phase; the choices set the order of its requests. */
  async play(at: number, { after, isPrelude, isRead, tasks }: Phase, choices: Iterator<Choice>) {
    this.pass(after)
    const failures: unknown[] = []
    const works = tasks.map(async (task, i) => {
      const { operation, fault, skew: minutesAhead = 0 } = task
      const kind = 'isMachine' in operation && operation.isMachine ? 'machine' : ''
      const name = `${at}.${i} ${operation.does} ${kind}`.trim()
      this.scheduler.log.push(`    ${name} ${JSON.stringify(task)}`)
      const actor = actorOf(name, { minutesAhead, fault, isScheduled: true })
      const work = () => ours.inRequest(this.#context, () => this.operations.do(operation, name))
      await act(actor, work).catch((error: unknown) => {
        if (!actor.isDead && !mayFail(error, actor)) failures.push(error)
      })
    })
    await this.scheduler.run(works, isPrelude ? [].values() : choices)
    if (failures.length > 0) throw failures[0]
    this.#judgeRequests()
    if (isRead) await this.readAll()
  }

  async readAll() {
    const read = async () => {
      for (const collection of this.operations.collections) {
        await this.judge.reading(collection, false)
        await this.judge.reading(collection, true)
        await this.judge.counting(collection)
      }
    }
    for (const minutesAhead of SKEWS) await this.alone('a reader', read, minutesAhead)
  }

  #judgeRequests() {
    const { faults } = this.timeline
    must(faults.length === 0, faults.join('\n'))
  }
}

/**
 * Allowed failures: housekeeping gives a record up during its write, or the hints are lost
 * again during their repair.
 */
const AT_ONCE = /^A (record was given up|listing lacks a key)/

/** The errors that an actor may get after a fault or during simultaneous changes. */
const mayFail = (error: unknown, { hasTrouble }: Actor) =>
  (error instanceof HttpError && (hasTrouble || error.status === 409)) ||
  (error instanceof StorageDown && (hasTrouble || AT_ONCE.test(error.message)))

import { beforeAll, vi } from 'vitest'
import { beginWith } from './stand-ins.ts'
import { waitlist } from '#forms/waitlist.ts'
import { startBlobs, type Blobs } from '#local/blobs/start-blobs.ts'
import { readStudio } from '#server/content/studio.ts'
import { HttpError } from '#server/http/http-error.ts'
import { StorageDown } from '#server/storage/faults.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'
import { collectionsOf } from '#server/submissions/offered.ts'
import { act, actorOf, clock, currentActor, MINUTE, type Actor } from './actor.ts'
import { Judge, must } from './judge.ts'
import * as ours from './names.ts'
import { Operations, type Place, type Task } from './operations.ts'
import { Scheduler, type Choice, type Meddle } from './scheduler.ts'
import { Timeline } from './timeline.ts'

/** What is done side by side, after so many minutes. */
export type Phase = {
  after: number
  /** Whether readers come afterwards, when nobody else works; else the next phase comes at once. */
  isRead?: boolean
  /** Whether no choices are spent on it: it only makes what the next phases find. */
  isPrelude?: boolean
  tasks: Task[]
}

/** How a world behaves while a schedule is played. */
export type Manners = {
  /** Whether each request is made by an instance that has read nothing yet. */
  isCold?: boolean
  /** Breaks a rule on the way to the store. */
  meddle?: Meddle
}

/** How many keys one page of a listing has: few, so that others come between two pages. */
const PAGE = 4
/** How long each takes. */
const REQUEST_MS = 1
/** Minutes that the clocks of readers are ahead. */
const SKEWS = [0, -20, 20]

let worlds = 0

/** To be called once in a test file: what is read from files is read before anything is scheduled. */
export function prepare() {
  beforeAll(async () => {
    await Promise.all([readStudio(), collectionsOf(waitlist), import('nodemailer')])
  })
}

/** A store of its own, and all who work on it. */
export class World {
  readonly timeline = new Timeline()
  readonly scheduler: Scheduler
  readonly judge: Judge
  readonly operations: Operations
  /** Caches keep apart what is of different deploys. */
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

  /** Does it with nobody else about. */
  async alone<T>(name: string, work: () => Promise<T>, minutesAhead = 0): Promise<T> {
    const actor = actorOf(name, { minutesAhead })
    const result = await act(actor, () => ours.inRequest(this.#context, work))
    this.#judgeRequests()
    return result
  }

  /** Does what a phase says, its requests in the order that the choices say. */
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
 * A record is given up while it is added; the hints are lost once more while their
 * loss is mended.
 */
const AT_ONCE = /^A (record was given up|listing lacks a key)/

/** What an actor may be told if something is wrong with its requests, or if all changes at once. */
const mayFail = (error: unknown, { hasTrouble }: Actor) =>
  (error instanceof HttpError && (hasTrouble || error.status === 409)) ||
  (error instanceof StorageDown && (hasTrouble || AT_ONCE.test(error.message)))

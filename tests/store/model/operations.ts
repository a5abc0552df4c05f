import type { Form } from '#forms/form.ts'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { waitlist } from '#forms/waitlist.ts'
import type { Submission } from '#forms/submission.ts'
import { collectionOf, type Collection } from '#server/collections/collection.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { hintKey, rowsKey } from '#server/collections/keys.ts'
import { remove, changeState } from '#server/collections/change.ts'
import { checkStore } from '#server/housekeeping/check.ts'
import { enqueueUnlessDone } from '#server/notifications/outbox/queue.ts'
import { confirmedRecordsOf, eraseRecords, exportPerson, recordsOf } from '#server/people/person.ts'
import * as kv from '#server/storage/kv.ts'
import { idPrefixAt } from '#server/storage/record-id.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { hold, release } from '#server/submissions/release.ts'
import { attemptStatus, storeSubmission } from '#server/submissions/store-submission.ts'
import type { Judge } from './judge.ts'
import { fillHour, runHousekeeping, sendAllAgain } from './names.ts'
import type { Fault } from './requests.ts'

/** The list of a submission. */
export type Place = 'messages' | 'applications' | 'waitlist' | 'closed waitlist'

/**
 * The first send of a record is new, and later ones are retries. Another `person` sends another
 * address with the same key. A machine's submission comes with signals.
 */
type Send = { does: 'send'; record: number; isMachine?: boolean; person?: number }

/** An actor's work. `record`, `at` (a place) and `person` are small numbers. */
export type Operation =
  | Send
  | { does: 'see' | 'note' | 'remove' | 'hold' | 'release'; record: number }
  | { does: 'read'; at: number; isHeld: boolean }
  | { does: 'fold'; at: number }
  | { does: 'find' | 'export' | 'erase'; person: number }
  /** Operations on the whole store. */
  | { does: 'keep house' | 'check' | 'send again' }
  /** Rows can get lost or damaged at any time; hints only while no other actor works. */
  | { does: 'lose'; at: number; what: Lost; spoils?: boolean }
  /** Outside events: channels fail and recover, or other mails use up the quota. */
  | { does: 'break channels' | 'mend channels' | 'fill the hour' }

type Lost = 'the manifest' | 'a chunk' | 'everything' | 'the hints'

/** An actor's work, the minutes that its clock is ahead, and a fault of one of its requests. */
export type Task = { operation: Operation; skew?: number; fault?: Fault | undefined }

const PEOPLE = ['ada@engine.test', 'bob@engine.test']
const FILE = new TextEncoder().encode('%PDF-1.7').buffer
const NOBODY = `${idPrefixAt(0)}-000000000000`

const FORMS: Record<Place, { form: Form; answers: Record<string, unknown> }> = {
  messages: { form: contact, answers: { name: 'Ada', subject: 'Other', message: '…' } },
  applications: {
    form: careers,
    answers: { fullName: 'Ada', resumeFileName: 'ada.pdf', resumeFileSize: FILE.byteLength },
  },
  waitlist: { form: waitlist, answers: { projectSlug: 'calmist' } },
  'closed waitlist': { form: waitlist, answers: { projectSlug: 'closed' } },
}

/** Runs operations and lets the judge check the results. */
export class Operations {
  readonly collections: readonly Collection[]
  readonly sent = new Set<number>()
  /** Acknowledged ids by record; ids of duplicates are not here. */
  readonly promised = new Map<number, string>()
  /** Ids that must be delivered to the studio if they are listed. */
  readonly due = new Set<string>()
  /** True while the channels to the studio are down. */
  isBroken = false
  readonly #places: readonly Place[]
  readonly #judge: Judge

  constructor(places: readonly Place[], judge: Judge) {
    this.#places = places
    this.#judge = judge
    this.collections = places.map((_, at) => this.#collectionAt(at))
  }

  async do(operation: Operation, by: string): Promise<unknown> {
    const judge = this.#judge
    switch (operation.does) {
      case 'send':
        return this.#send(operation)
      case 'remove': {
        const id = await this.#idOf(operation.record)
        return judge.removal(id, () => remove(this.#collectionAt(operation.record), id))
      }
      case 'see':
      case 'note':
        return this.#change(operation.record, operation.does, by)
      case 'hold':
      case 'release':
        return this.#place(operation.record, operation.does === 'hold')
      case 'read':
        return judge.reading(this.#collectionAt(operation.at), operation.isHeld)
      case 'fold':
        return fold(this.#collectionAt(operation.at))
      case 'keep house':
        return runHousekeeping()
      case 'check':
        return checkStore({ fix: true })
      case 'send again':
        return sendAllAgain()
      case 'find':
      case 'export':
      case 'erase':
        return this.#person(PEOPLE[operation.person] ?? '', operation.does)
      case 'lose':
        return this.#lose(operation)
      case 'fill the hour':
        return fillHour()
      default:
        this.isBroken = operation.does === 'break channels'
        return undefined
    }
  }

  /** Records are spread over the places in turn. */
  readonly #placeAt = (at: number): Place => this.#places[at % this.#places.length] ?? 'messages'

  #collectionAt(at: number): Collection {
    const { form, answers } = FORMS[this.#placeAt(at)]
    return collectionOf(form, answers)
  }

  personOf = (email = '') => PEOPLE.indexOf(email)
  isUnique = (record: number) => this.#collectionAt(record).form.unique !== undefined
  hasFiles = (name: string) => name === careers.collection

  /** The attempt of a record, which is the key of its claim. */
  attemptOf = (record: number) =>
    keyedHash('attempt', this.#collectionAt(record).form.name, String(record))

  /** The id of a record, or an unknown id. */
  async #idOf(record: number): Promise<string> {
    const attempt = await this.attemptOf(record)
    const own = this.#judge.timeline.idsOf((life) => life.attempt === attempt)[0]
    return own ?? this.promised.get(record) ?? NOBODY
  }

  async #send(operation: Send) {
    const { record, isMachine = false } = operation
    this.sent.add(record)
    const stored = await this.#judge.submission(() => this.submit(operation), isMachine)
    if (!stored) return
    this.due.add(stored.id)
    if (stored.isDuplicate) this.promised.delete(record)
    else this.promised.set(record, stored.id)
  }

  /** Submits as the forms function does; null if the key already has other answers. */
  async submit({ record, isMachine, person }: Omit<Send, 'does'>) {
    const collection = this.#collectionAt(record)
    const { form, answers } = FORMS[this.#placeAt(record)]
    const attempt = await this.attemptOf(record)
    // Sign-ups for a waitlist have the same address unless `person` says otherwise.
    const email = PEOPLE[person ?? (form.unique ? 0 : Math.floor(record / 2) % 2)] ?? ''
    const digest = `${attempt} ${email}`
    const prior = await attemptStatus(collection, attempt)
    if (prior && prior.claim.digest !== digest) return null
    if (prior?.record === 'stored') {
      const { id, signals } = prior.claim
      if (signals.length === 0) await enqueueUnlessDone({ name: collection.name, id })
      return { id, isDuplicate: false }
    }
    const stored = await storeSubmission(collection, attempt, prior, {
      answers: { ...answers, email },
      digest,
      signals: isMachine ? ['links'] : [],
      ...(form === careers && { file: FILE }),
    })
    return stored.digest === digest ? stored : null
  }

  async #place(record: number, isHeld: boolean) {
    const id = await this.#idOf(record)
    const place = isHeld ? hold : release
    const { result, time } = await this.#judge.timed(() => place(this.#collectionAt(record), id))
    if (result === null) return this.#judge.removal(id, () => Promise.resolve(false))
    this.due.add(result.id)
    this.#judge.placed(isHeld, result.id, time)
  }

  async #change(record: number, does: 'see' | 'note', by: string) {
    const id = await this.#idOf(record)
    await this.#judge.change(id, by, () =>
      changeState(this.#collectionAt(record), id, ({ state: { seenAt, note = '', version } }) => {
        if (does === 'see') return seenAt ? {} : { seenAt: by }
        // A retry after a lost response finds its note, and must not write it twice.
        return note.includes(`${by};`) ? {} : { note: `${note}${by};`, version: version + 1 }
      }),
    )
  }

  async #person(email: string, does: 'find' | 'export' | 'erase') {
    const find = async () => (await recordsOf(email)).map(({ row }) => row.id)
    if (does === 'find') return this.#judge.finding(email, find)
    if (does === 'erase') {
      const { length } = await find()
      return this.#judge.erasing(email, async () =>
        eraseRecords(await confirmedRecordsOf(email, length)),
      )
    }
    return this.#judge.finding(email, async () => {
      const { items } = (await exportPerson(email)) as { items: { record: Submission }[] }
      return items.map(({ record }) => record.id)
    })
  }

  async #lose({ at, what, spoils }: Operation & { does: 'lose' }) {
    const { name } = this.#collectionAt(at)
    const manifest = rowsKey(name, 'manifest')
    const chunks = (await kv.list(rowsKey(name, ''))).filter((key) => key !== manifest)
    const lost = {
      'the manifest': [manifest],
      'a chunk': chunks.slice(0, 1),
      everything: [manifest, ...chunks],
      'the hints': what === 'the hints' ? await kv.list(hintKey(name, '')) : [],
    }[what]
    for (const key of lost) await (spoils ? kv.put(key, 'garbage') : kv.remove(key))
  }
}

import type { Collection } from '#server/collections/collection.ts'
import { hintKey, rowsKey } from '#server/collections/keys.ts'
import { add, addFile, changeState, remove } from '#server/collections/records.ts'
import { fold } from '#server/collections/folding/fold.ts'
import { sweepChunks } from '#server/housekeeping/mend.ts'
import * as kv from '#server/storage/kv.ts'
import { countdown } from '#server/storage/record-id.ts'
import { clock, MINUTE } from './actor.ts'
import { checkAll, houseOf } from './after-all.ts'
import type { Judge } from './judge.ts'
import type { Lost, Operation } from './operation.ts'
import { SignUps } from './sign-ups.ts'

/** No fold of the model ends because of the clock on the wall. */
const NO_END_MS = 1_000_000
const CHANGES = ['add', 'remove', 'change', 'check', 'keep house', 'join', 'release', 'hold']
const FILE = new Uint8Array([1, 2, 3]).buffer

/** Does what actors do to one collection, and lets the judge say whether what comes of it is right. */
export class People {
  readonly collection: Collection
  readonly #signUps: SignUps
  readonly #ids = new Map<number, { id: string; isHeld: boolean; hasFile: boolean }>()
  readonly #judge: Judge
  readonly #isAnyLate: () => boolean
  /** How many write at this moment, or have died while they did. */
  #changing = 0

  constructor(collection: Collection, judge: Judge, isAnyLate: () => boolean) {
    this.collection = collection
    this.#signUps = new SignUps(collection, judge)
    this.#judge = judge
    this.#isAnyLate = isAnyLate
  }

  /** Does it, and is done with it. */
  async do(operation: Operation, by: string, spoils: boolean): Promise<void> {
    const isChange = CHANGES.includes(operation.does)
    if (isChange) this.#changing++
    try {
      await this.#do(operation, by, spoils)
    } finally {
      if (isChange) this.#changing--
    }
  }

  async #do(operation: Operation, by: string, spoils: boolean): Promise<void> {
    const { collection } = this
    switch (operation.does) {
      case 'add':
        return this.#add(operation)
      case 'remove': {
        const id = this.#idOf(operation.record)
        return this.#judge.removal(id, () => remove(collection, id))
      }
      case 'change':
        return this.#change(operation, by)
      case 'read':
        return this.#judge.reading(operation.isHeld)
      case 'count':
        return this.#judge.counting()
      case 'fold':
        await fold(collection, NO_END_MS)
        return
      case 'check':
        return checkAll(collection)
      case 'keep house':
        return houseOf(collection)
      case 'join': {
        const { id, isHeld } = await this.#signUps.join(operation)
        this.#ids.set(operation.record, { id, isHeld, hasFile: false })
        return
      }
      case 'release':
        return this.#signUps.release(this.#idOf(operation.record))
      case 'hold':
        return this.#signUps.hold(this.#idOf(operation.record))
      case 'sweep':
        await sweepChunks(collection)
        return
      case 'lose':
        return this.#lose(operation.what, spoils)
    }
  }

  /** What must be true of an address that may stand in the list only once. */
  judgeAddress = () => this.#signUps.judgeAddress()

  /** The id of a record, or one that nobody has heard of. */
  readonly #idOf = (record: number) => this.#ids.get(record)?.id ?? countdown(0) + '-000000000000'

  async #add({ record, age, isHeld, hasFile }: Operation & { does: 'add' }) {
    const { collection } = this
    const own = {
      id: `${countdown(clock.now() - age * MINUTE)}-${String(record).padStart(12, '0')}`,
      isHeld,
      hasFile,
    }
    const kept = this.#ids.get(record) ?? own
    this.#ids.set(record, kept)
    const { id } = kept
    await this.#judge.addition(id, kept.hasFile, async () => {
      if (kept.hasFile) await addFile(collection, id, FILE)
      const signals = kept.isHeld ? { signals: ['links'] } : {}
      const answers = { name: 'Ada', email: 'a@b.cd', subject: 'Other' as const, message: '…' }
      const submission = { id, createdAt: '', ...answers, ...signals }
      const record = { submission, attempt: 'a', digest: 'd' }
      return (await add(collection, record)) !== 'removed'
    })
  }

  async #change({ record, what }: Operation & { does: 'change' }, by: string) {
    const id = this.#idOf(record)
    await this.#judge.change(id, by, () =>
      changeState(this.collection, id, ({ state }) => {
        if (what === 'seen') return state.seenAt ? {} : { seenAt: by }
        if (what !== 'note') return { isHeld: what === 'hold' }
        const note = state.note ?? ''
        // An answer may get lost on the way: then the note is there when it is written once more.
        if (note.includes(`${by};`)) return {}
        return { note: `${note}${by};`, version: state.version + 1 }
      }),
    )
  }

  async #lose(what: Lost, spoils: boolean) {
    const { name } = this.collection
    if (what === 'the hints') {
      const hints = await kv.list(hintKey(name, ''))
      // A change whose hint is lost before it is there is lost to the rows until they are checked.
      if (this.#changing > 0 || this.#isAnyLate()) return
      for (const key of hints) await kv.remove(key)
      return
    }
    const manifest = rowsKey(name, 'manifest')
    const chunks = (await kv.list(rowsKey(name, ''))).filter((key) => key !== manifest)
    const lost = {
      'the manifest': [manifest],
      'a chunk': chunks.slice(0, 1),
      'all chunks': chunks,
      everything: [manifest, ...chunks],
    }[what]
    for (const key of lost) await (spoils ? kv.put(key, 'garbage') : kv.remove(key))
  }
}

import { contact } from '#forms/contact.ts'
import type { Form } from '#forms/form.ts'
import { waitlist } from '#forms/waitlist.ts'
import type { Operation, Phase } from './operation.ts'

/** Two or three actors that are in each other's way, and what they find. */
export type Scene = { form: Form; before: Phase[]; actors: Phase }

const phase = (operations: Operation[], more: Partial<Phase> = {}): Phase => ({
  after: 0,
  losesHints: false,
  ...more,
  tasks: operations.map((operation) => ({ operation, skew: 0, spoils: false })),
})
const prelude = (...operations: Operation[]) =>
  phase(operations, { isUnread: true, isPrelude: true })

const read: Operation = { does: 'read', isHeld: false }
const fold: Operation = { does: 'fold' }
const house: Operation = { does: 'keep house' }
const add = (record: number, age: number, hasFile = false): Operation => ({
  does: 'add',
  isHeld: false,
  ...{ record, age, hasFile },
})
const remove = (record: number): Operation => ({ does: 'remove', record })
const change = (record: number, what: 'note' | 'hold'): Operation => ({
  does: 'change',
  record,
  what,
})
const hold = (record: number): Operation => ({ does: 'hold', record })
const release = (record: number): Operation => ({ does: 'release', record })
const join = (record: number): Operation => ({ does: 'join', record, hasSignals: false })
const machine = (record: number): Operation => ({ does: 'join', record, hasSignals: true })

/** Record 0 lies in a tile; record 1 is open still, and may be covered by now. */
const rows = (...actors: Operation[]): Scene => ({
  form: contact,
  before: [prelude(add(0, 180), add(1, 115)), prelude(fold)],
  actors: phase(actors, { after: 10 }),
})

/** As before, and whoever reads has read the tile already. */
const known = (...actors: Operation[]): Scene => {
  const scene = rows(...actors)
  return { ...scene, before: [...scene.before, prelude(read)] }
}

/** What becomes of rows while records are changed. */
export const rowScenes: Record<string, Scene> = {
  'sent again, deleted, read': rows(add(1, 0), remove(1), read),
  'completed late, folded, read': rows(add(2, 150), fold, read),
  'deleted, folded, read': rows(remove(0), fold, read),
  'deleted, folded, read again': known(remove(0), fold, read),
  'deleted twice, folded': rows(remove(0), remove(0), fold),
  'noted twice, folded': rows(change(0, 'note'), change(0, 'note'), fold),
  'folded twice, noted': rows(fold, fold, change(0, 'note')),
  'folded twice, deleted': rows(fold, fold, remove(0)),
  'held, deleted, folded': rows(change(0, 'hold'), remove(0), fold),
  'checked, completed late': rows(house, add(2, 150, true)),
  'checked twice, deleted': rows(house, house, remove(0)),
  'manifest lost, deleted, read': rows({ does: 'lose', what: 'the manifest' }, remove(0), read),
}

/** Some who send one address to a list, and what the studio does to their records. */
const address = (before: Operation[], ...actors: Operation[]): Scene => ({
  form: waitlist,
  before: before.map((one) => prelude(one)),
  actors: phase(actors),
})

/** Who of those that send one address is listed. */
export const addressScenes: Record<string, Scene> = {
  'joined twice, read': address([], join(0), join(1), read),
  'joined twice, deleted': address([join(0)], join(1), join(2), remove(0)),
  'released, joined, deleted': address([machine(0)], release(0), join(1), remove(0)),
  'released twice, joined': address([machine(0)], release(0), release(0), join(1)),
  'held, released, joined': address([join(0)], hold(0), release(0), join(1)),
  'a machine, a person, the person again': address([], machine(0), join(1), join(1)),
  'two held ones released, joined': address(
    [join(0), hold(0), join(1), hold(1)],
    ...[release(0), release(1), join(2)],
  ),
}

import './stand-ins.ts'
import { expect, test } from 'vitest'
import { runs } from '../../runs.ts'
import { explore } from './explore.ts'
import { Wrong } from './judge.ts'
import { rules } from './rules.ts'
import { scenes } from './scenes.ts'
import { prepare } from './world.ts'

/** Only `npm run test:long` checks that each rule is needed. */
const isLong = runs(0, 1) > 0 || process.env['RULES'] !== undefined

prepare()

/** Each rule, a scene that needs it, and the pre-emptions that show the need. */
const needed: [keyof typeof rules, keyof typeof scenes, number][] = [
  ['a hint is written', 'deleted, folded, read', 1],
  ['a hint is written again before each new try', 'noted twice, folded', 2],
  ['a hint comes before the change', 'deleted, folded, read', 2],
  ['what is added late is hinted at', 'completed late, folded, read', 1],
  ['a reader reads hints before the manifest', 'deleted, folded, read', 1],
  ['hints go only after a commit of one’s own', 'folded twice, noted', 2],
  ['hints may be missing only where their sentinel is', 'noted, all hints lost, read', 0],
  ['the manifest is replaced by compare-and-set', 'folded twice, deleted', 2],
  ['who adds looks for a removal', 'sent again, deleted, read', 2],
  ['a claim is taken over by compare-and-set', 'joined twice, deleted', 2],
  ['what is to be told is noted beside the record', 'died before it told, housekeeping', 0],
  [
    'what proves the store is absent where all else is',
    'an application of two days ago, housekeeping',
    0,
  ],
  ['a file comes before its record', 'an application completed after a day, housekeeping', 0],
]

test.runIf(isLong).each(needed)(
  'without the rule that %s, some order fails',
  async (rule, scene, most) => {
    const found = explore(scenes[scene], { most, breaks: rules[rule] })
    await expect(found).rejects.toBeInstanceOf(Wrong)
  },
)

/** Rules about time, and clocks that are too wrong for them. */
const off: [string, keyof typeof scenes, number][] = [
  ['a hint that has not landed stays for an hour', 'deleted, folded, read', 65],
  ['what is young is in no tile', 'completed late, folded, read', 130],
]

test.runIf(isLong).each(off)(
  'without the rule that %s, some order fails',
  async (_, name, skew) => {
    const scene = scenes[name]
    const tasks = scene.actors.tasks.map((task) =>
      task.operation.does === 'fold' ? { ...task, skew } : task,
    )
    const found = explore({ ...scene, actors: { ...scene.actors, tasks } }, { most: 2 })
    await expect(found).rejects.toBeInstanceOf(Wrong)
  },
)

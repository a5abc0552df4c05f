import './stand-ins.ts'
import { expect, test } from 'vitest'
import { runs } from '../../runs.ts'
import { explore } from './explore.ts'
import { scenes } from './scenes.ts'
import { prepare } from './world.ts'

prepare()

/** More of them find little more, and take hours. */
const PREEMPTIONS = 2
/** All orders take long (`npm run test:long`); of them a sample is tried otherwise. */
const EVERY = runs(96, 1)

test.each(Object.entries(scenes))(
  'nobody is told anything wrong, in whatever order: %s',
  async (_, scene) => {
    const played = await explore(scene, { most: PREEMPTIONS, every: EVERY })
    expect(played).toBeGreaterThan(0)
  },
)

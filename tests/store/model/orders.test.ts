import './stand-ins.ts'
import { expect, test } from 'vitest'
import { runs } from '../../runs.ts'
import { explore } from './explore.ts'
import { scenes } from './scenes.ts'
import { prepare } from './world.ts'

prepare()

/** More pre-emptions find little more, and take hours. */
const PREEMPTIONS = 2
/** `npm run test:long` tries every order; other runs try a sample. */
const EVERY = runs(96, 1)

test.each(Object.entries(scenes))(
  'no order of requests causes a wrong answer: %s',
  async (_, scene) => {
    const played = await explore(scene, { most: PREEMPTIONS, every: EVERY })
    expect(played).toBeGreaterThan(0)
  },
)

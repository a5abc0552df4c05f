import { parseArgs } from 'node:util'
import { drawPlates } from './plates/plates.ts'

/** `npm run art` draws the missing plates; `npm run art -- --all` draws every plate again. */

const { all } = parseArgs({ options: { all: { type: 'boolean' } } }).values
const drawn = await drawPlates({ content: 'content', folder: 'public/plates' }, all)
console.log(
  drawn.length > 0
    ? drawn.join('\n')
    : 'Every plate is there. “npm run art -- --all” draws them again.',
)

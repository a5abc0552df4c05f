import { rooms } from '../rooms.ts'

/**
 * `npm run rooms [-- word …]`: prints what rooms hold, what they import, and which rooms use them.
 */

const wanted = process.argv.slice(2)
const isWanted = (room: string) => wanted.every((word) => room.includes(word))

const line = (name: string, others: readonly string[]) =>
  others.length > 0 ? [`  ${name}: ${others.join(', ')}`] : []

for (const [room, { holds, imports }] of Object.entries(rooms).filter(([room]) => isWanted(room))) {
  const users = Object.keys(rooms).filter((other) => rooms[other]?.imports.includes(room))
  console.log(
    [room, `  ${holds}`, ...line('imports', imports), ...line('used by', users)].join('\n'),
  )
}

import { coveredRooms } from './mutate/covered-rooms.ts'
import { mutateRoom, type RoomScore } from './mutate/mutate-room.ts'
import { runCommand, Stop } from './site/command.ts'

/** Percent of its mutants that a room's tests must notice. */
const LEAST_SCORE = 90

/**
 * `npm run mutate [-- <room> …]`: changes the code of each room in small ways, one at a time, and looks
 * whether its tests notice. Survivors that change nothing a caller could see are in docs/mutation.md.
 */
await runCommand(async () => {
  const asked = process.argv.slice(2)
  const scores: RoomScore[] = []
  for (const room of asked.length > 0 ? asked : Object.keys(coveredRooms)) {
    const covered = coveredRooms[room]
    if (!covered)
      throw new Stop(`There is no room ${room}: ${Object.keys(coveredRooms).join(', ')}.`)
    const { score, unnoticed } = await mutateRoom(room, covered)
    scores.push(score)
    // Now: the next room takes minutes.
    console.log([...unnoticed, `${room}: ${score.score} %`].join('\n'))
  }
  console.table(scores)
  const low = scores.filter(({ score }) => score < LEAST_SCORE).map(({ room }) => room)
  if (low.length > 0) throw new Stop(`Below ${LEAST_SCORE} %: ${low.join(', ')}.`)
})

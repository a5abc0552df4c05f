import { rooms } from './rooms.ts'

/** @import { IForbiddenRuleType } from 'dependency-cruiser' */

/** Turns rooms.ts into rules: arrows one way, and no circle, type imports included. */

const names = Object.keys(rooms)

/**
 * Matches the files of a room, but for those of the rooms inside it.
 * @param {string} room
 */
function inRoom(room) {
  const inner = names.filter((one) => one.startsWith(`${room}/`))
  const elsewhere = inner.map((one) => `${one.slice(room.length + 1)}/`).join('|')
  return `^${room}/${elsewhere && `(?!${elsewhere})`}`
}

/**
 * @param {string} room
 * @returns {IForbiddenRuleType}
 */
const wallOf = (room) => {
  const { holds, imports } = rooms[room] ?? { holds: '', imports: [] }
  const others = names.filter((one) => one !== room && !imports.includes(one))
  return {
    name: room,
    comment: `${holds} May import: ${imports.join(', ') || 'no other room'}. See rooms.ts.`,
    severity: 'error',
    // A unit test beside its file may look further than what it tests.
    from: { path: inRoom(room), pathNot: '\\.test\\.tsx?$' },
    to: { path: others.map(inRoom) },
  }
}

/**
 * Only these know what lies there.
 * @param {string[]} who
 * @param {string} folder
 * @param {string} comment
 * @returns {IForbiddenRuleType}
 */
const only = (who, folder, comment) => ({
  name: `only ${who.join(', ')}`,
  comment,
  severity: 'error',
  from: { pathNot: who.map((one) => `^${one}/`) },
  to: { path: `^${folder}/` },
})

/** @type {IForbiddenRuleType} */
const noCircle = {
  name: 'no circle',
  comment: 'None of these files can be read, tested or moved without the others.',
  severity: 'error',
  from: {},
  to: { circular: true },
}

export default {
  forbidden: [
    noCircle,
    only(['src/pages', 'tests'], 'src/pages', 'Nothing imports a page.'),
    only(['scripts', 'tests'], 'scripts', 'Scripts are for people, not for the site.'),
    only(['tests', 'src', 'scripts'], 'tests', 'Nothing depends on a test.'),
    ...names.map(wallOf),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
}

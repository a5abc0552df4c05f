import { studio } from '../data/studio.ts'

/**
 * The tally of a sprint for the home page: a drawing for each guild, #guild-0 and so on, with a
 * stroke for each of its days. The page's custom properties are its colours.
 */
const { guilds, sprintWeeks } = studio.model

/** A week of no day to five, drawn by hand. */
const weeks = [
  '<path stroke="var(--edge)" stroke-width="3" d="M18 18h.1"/>',
  '<path d="M6 6l1 24"/>',
  '<path d="M6 6l1 24M14 7l-1 23"/>',
  '<path d="M6 6l1 24M14 7l-1 23M21 5l1 25"/>',
  '<path d="M6 6l1 24M14 7l-1 23M21 5l1 25M29 6v24"/>',
  '<path stroke="var(--signal)" d="M6 6l1 24M14 7l-1 23M21 5l1 25M29 6v24M1 25L35 12"/>',
]

const round = (percent: number) => Math.round(percent * 100) / 100

const symbols = weeks.map(
  (strokes, days) =>
    `<symbol id="days-${days}" viewBox="0 0 36 36" preserveAspectRatio="xMinYMid">${strokes}</symbol>`,
)
const rows = guilds.map(({ days }, guild) => {
  const width = round(100 / sprintWeeks)
  const uses = days.map(
    (count, week) =>
      `<use href="#days-${count}" x="${round((100 * week) / sprintWeeks)}%" width="${width}%"/>`,
  )
  return `<symbol id="guild-${guild}">${uses.join('')}</symbol>`
})

export const GET = () =>
  new Response(
    `<svg xmlns="http://www.w3.org/2000/svg">${[...symbols, ...rows].join('\n')}</svg>`,
    {
      headers: { 'content-type': 'image/svg+xml' },
    },
  )

/** The studio's categories, in the order of the portfolio's chips. */
export const categories = [
  'commerce',
  'fintech',
  'sustainability',
  'mobility',
  'consumer',
  'deeptech',
] as const

type Category = (typeof categories)[number]

/** What a chip may be pressed for. */
export type CategoryChoice = 'all' | Category

/** A category in words: dashes separate them, and each begins with a capital. */
export const categoryWords = (category: string) =>
  category
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** Two chips have a name of their own. */
export const chipLabel = (choice: CategoryChoice) =>
  choice === 'all' ? 'All Ventures' : choice === 'deeptech' ? 'Deep Tech' : categoryWords(choice)

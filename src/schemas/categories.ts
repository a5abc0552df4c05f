/** In the order of the portfolio's chips. */
export const categories = [
  'commerce',
  'fintech',
  'sustainability',
  'mobility',
  'consumer',
  'deeptech',
] as const

type Category = (typeof categories)[number]

/** A chip stands for all ventures or for one category. */
export type CategoryChoice = 'all' | Category

/** Splits a category at its dashes and capitalises each word. */
export const categoryWords = (category: string) =>
  category
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

import words from 'words:venture'
import { categories, type CategoryChoice } from '../../schemas/categories.ts'
import { sayWhat } from '../../text/fill-in.ts'
import type { PortfolioVenture } from './venture.ts'

type Props = {
  ventures: PortfolioVenture[]
  choice: CategoryChoice
  /** How many ventures match the choice. */
  shown: number
  onChoose: (choice: CategoryChoice) => void
}

/** One chip for all, and one for each category that has a venture. */
export function Chips({ ventures, choice, shown, onChoose }: Props) {
  const count = (one: CategoryChoice) =>
    ventures.filter(({ category }) => one === 'all' || one === category).length
  const choices = (['all', ...categories] as const).filter((one) => count(one) > 0)
  return (
    <div className="row chips">
      <div className="row" role="group" aria-label={words.filter}>
        {choices.map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-pressed={one === choice}
            onClick={() => onChoose(one)}
          >
            {words.chips[one]} <sup>{count(one)}</sup>
          </button>
        ))}
      </div>
      <p className="note" role="status">
        {sayWhat(shown === ventures.length ? words.allShown : words.someShown, {
          some: shown,
          all: ventures.length,
        })}
      </p>
    </div>
  )
}

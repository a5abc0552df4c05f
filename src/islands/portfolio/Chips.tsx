import { categories, chipLabel, type CategoryChoice } from '../../schemas/categories.ts'
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
      <div className="row" role="group" aria-label="Filter by category">
        {choices.map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-pressed={one === choice}
            onClick={() => onChoose(one)}
          >
            {chipLabel(one)} <sup>{count(one)}</sup>
          </button>
        ))}
      </div>
      <p className="note" role="status">
        {shown === ventures.length ? `All ${shown} shown` : `${shown} of ${ventures.length} shown`}
      </p>
    </div>
  )
}

import type { Week } from '#api/admin-contract.ts'
import { readWeeks } from '../api/admin-api.ts'
import { useRequest } from '../api/use-request.ts'

const [BAR, GAP, HEIGHT] = [28, 12, 96]
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** A bar for each of the last weeks. It is left out if the weeks cannot be counted. */
export function Weeks() {
  const { result } = useRequest('weeks', readWeeks)
  return <figure className="weeks">{result && <Bars weeks={result} />}</figure>
}

function Bars({ weeks }: { weeks: readonly Week[] }) {
  const most = Math.max(...weeks.map(({ count }) => count), 1)
  const width = weeks.length * (BAR + GAP) - GAP
  const [first] = weeks
  const total = weeks.reduce((sum, { count }) => sum + count, 0)
  const latest = weeks.at(-1)?.count ?? 0
  return (
    <>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={inWords(weeks)}>
        <line x1="0" y1={HEIGHT - 0.5} x2={width} y2={HEIGHT - 0.5} />
        {weeks.map(({ from, count }, i) => {
          const height = (count / most) * (HEIGHT - 1)
          return (
            <rect key={from} x={i * (BAR + GAP)} y={HEIGHT - height} width={BAR} height={height}>
              <title>{`Week from ${day.format(new Date(from))}: ${count}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption>
        {latest.toLocaleString()} in the last seven days, {total.toLocaleString()} since{' '}
        {first && day.format(new Date(first.from))}.
      </figcaption>
    </>
  )
}

const inWords = (weeks: readonly Week[]) =>
  `Received in each of the last ${weeks.length} weeks: ${weeks.map(({ count }) => count).join(', ')}`

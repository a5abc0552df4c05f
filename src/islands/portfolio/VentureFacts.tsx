import words from 'words:venture'
import type { PortfolioVenture } from './venture.ts'

type Props = {
  venture: PortfolioVenture
  /** What its page knows beyond the dialog. */
  more?: { label: string; value: string }[]
}

/** A venture's title block and focus areas, in its dialog and on its page. */
export function VentureFacts({ venture, more = [] }: Props) {
  const { stage, sector, metric, founded, tags } = venture
  const facts = [
    { label: words.sector, value: sector },
    ...(founded ? [{ label: words.founded, value: founded }] : []),
    ...more,
  ]
  return (
    <>
      <dl className="specification">
        <div className="wide">
          <dt>{words.metric}</dt>
          <dd>{metric}</dd>
        </div>
        <div>
          <dt>{words.stage}</dt>
          <dd>
            {stage}
            <i className="gauge" data-stage={stage} aria-hidden />
          </dd>
        </div>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="row areas" aria-label={words.areas}>
        {tags.map((tag) => (
          <li key={tag} className="tag">
            {tag}
          </li>
        ))}
      </ul>
    </>
  )
}

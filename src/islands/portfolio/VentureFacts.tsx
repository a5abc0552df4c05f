import words from 'words:venture'
import { categoryWords } from '../../schemas/categories.ts'
import type { PortfolioVenture } from './venture.ts'

type Props = {
  venture: PortfolioVenture
  /** More figures that are known of it. */
  figures?: { label: string; value: string }[]
}

/** A venture's title block and focus areas, in its dialog and on its page. Shows only what is known. */
export function VentureFacts({ venture, figures = [] }: Props) {
  const { stage, sector, category, metric, founded, status, founders, tags } = venture
  const known = [
    { label: words.category, value: categoryWords(category) },
    ...(status ? [{ label: words.status, value: status }] : []),
    ...(founded ? [{ label: words.founded, value: founded }] : []),
    ...(venture.figures ?? []),
    ...figures,
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
        <div>
          <dt>{words.sector}</dt>
          <dd>{sector}</dd>
        </div>
        {known.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {founders && (
          <div className="wide">
            <dt>{words.founders}</dt>
            {founders.map(({ name, does }) => (
              <dd key={name}>
                {name} <span className="soft">{does}</span>
              </dd>
            ))}
          </div>
        )}
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

import type { ReactNode } from 'react'

import words from 'words:venture'
import { sayWhat } from '../../text/fill-in.ts'
import { contactAbout, type PortfolioVenture } from './venture.ts'

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
          <dd>
            {/* A word with a hyphen stays on one line. */}
            {metric.split(/(\w+-\w+)/).map((part, i) => (
              <span key={i} className={i % 2 ? 'nowrap' : undefined}>
                {part}
              </span>
            ))}
          </dd>
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
      {tags.length > 0 && (
        <ul className="row areas" aria-label={words.areas}>
          {tags.map((tag) => (
            <li key={tag} className="tag">
              {tag}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Where a venture leads: to the contact form, its app's page, its own site, and what else is given. */
export function VentureLinks({
  venture,
  children,
}: {
  venture: PortfolioVenture
  children?: ReactNode
}) {
  const { name, website, app } = venture
  return (
    <div className="row">
      <a className="button primary" href={contactAbout(name)}>
        {sayWhat(words.contact, { name })}
      </a>
      {app && (
        <a className="button" href={app}>
          {words.app}
        </a>
      )}
      {website && (
        <a className="button" href={website} target="_blank" rel="noopener noreferrer">
          {words.website}
          <span className="visually-hidden">{` ${words.newTab}`}</span>
        </a>
      )}
      {children}
    </div>
  )
}

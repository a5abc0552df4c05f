import words from 'words:venture'
import { sayWhat } from '../../text/fill-in.ts'
import { contactAbout } from './links.ts'
import type { PortfolioVenture } from './venture.ts'

/** Where a venture leads: to the contact form, its app's page, its own site. */
export function VentureLinks({ venture }: { venture: PortfolioVenture }) {
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
    </div>
  )
}

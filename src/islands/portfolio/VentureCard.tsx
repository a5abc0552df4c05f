import words from 'words:venture'
import { sayWhat } from '../../text/say-what.ts'
import { contactAbout } from './links.ts'
import type { PortfolioVenture } from './venture.ts'

type Props = {
  venture: PortfolioVenture
  onSelect: (venture: PortfolioVenture, card: HTMLElement) => void
}

/** A venture in the ledger. Its name is the button, whose area is the whole card. */
export function VentureCard({ venture, onSelect }: Props) {
  const { name, stage, sector, description, image, metric, tags } = venture
  return (
    <li className="card">
      <div className="plate">
        <img src={image} alt="" width={400} height={400} loading="lazy" />
      </div>
      <div className="card-text">
        <p className="note">{stage}</p>
        <h3>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => {
              const card = currentTarget.closest('li')
              if (card) onSelect(venture, card)
            }}
          >
            {name}
          </button>
        </h3>
        <p className="soft">{description}</p>
        {/* The dialog's text, for visitors without JavaScript. */}
        <noscript>
          <p>{sayWhat(words.withoutScript, { metric, areas: tags.join(', ') })}</p>
          <a href={contactAbout(name)}>{sayWhat(words.contact, { name })}</a>
        </noscript>
        <i className="gauge" data-stage={stage} aria-hidden />
        <p className="tag">{sector}</p>
      </div>
    </li>
  )
}

import { venturePage, type PortfolioVenture } from './venture.ts'

type Props = {
  venture: PortfolioVenture
  onSelect: (venture: PortfolioVenture, card: HTMLElement) => void
}

/** A venture in the ledger. Its name is a link to its page, and the link's area is the whole card. */
export function VentureCard({ venture, onSelect }: Props) {
  const { id, name, stage, sector, description, image } = venture
  return (
    <li className="card">
      <div className="plate">
        <img src={image} alt="" width={400} height={400} loading="lazy" />
      </div>
      <div className="card-text">
        <h3>
          <a
            href={venturePage(id)}
            aria-haspopup="dialog"
            onClick={(event) => {
              // The browser opens the link in another tab or window.
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              const card = event.currentTarget.closest('li')
              if (card) onSelect(venture, card)
            }}
          >
            {name}
          </a>
        </h3>
        <p className="soft">{description}</p>
        <i className="gauge" data-stage={stage} aria-hidden />
        <p className="tag">
          <b>{stage}</b> {sector}
        </p>
      </div>
    </li>
  )
}
